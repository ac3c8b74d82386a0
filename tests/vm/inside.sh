#!/bin/bash
# Runs inside the lab VM, on the host's files: readies the machine and runs the scenario.
# A scenario is a script of this folder that is sourced here; it uses the names and functions below.
set -euo pipefail
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export HOME=/run LC_ALL=C.UTF-8
unset SSH_CONNECTION

# repo, scenario, nics and pktgen: what scripts/vm_lab was told
# shellcheck disable=SC1091,SC2034
source "${LAB_SETTINGS:?}/settings"
# shellcheck disable=SC2034
readonly repo scenario nics pktgen
# by kind of NIC: its two ports, the kernel's module, what the module's PCI driver is called, and pktgen's profile
readonly -A ports_a=([e1000e]=0000:00:10.0 [igb]=0000:00:12.0 [vmxnet3]=0000:00:14.0 [virtio]=0000:00:16.0)
readonly -A ports_b=([e1000e]=0000:00:11.0 [igb]=0000:00:13.0 [vmxnet3]=0000:00:15.0 [virtio]=0000:00:17.0)
readonly -A modules=([e1000e]=e1000e [igb]=igb [vmxnet3]=vmxnet3 [virtio]=virtio_net)
readonly -A drivers=([e1000e]=e1000e [igb]=igb [vmxnet3]=vmxnet3 [virtio]=virtio-pci)
# shellcheck disable=SC2034
readonly port_a=${ports_a[${nics[0]}]} port_b=${ports_b[${nics[0]}]} driver=${drivers[${nics[0]}]}

# Tells the person outside what happens, one line in plain words.
step() {
  echo "== $*"
  echo "$*" >/dev/ttyS1
}

fail() {
  step "FAILED: $*"
  exit 1
}

# Reserves 2 MB hugepages and reads back how many there are: the kernel may give fewer in silence.
reserve_hugepages() {
  local file=/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages
  echo "$1" >"$file"
  [[ $(<"$file") == "$1" ]] || fail "wanted $1 hugepages, the kernel gave $(<"$file")"
}

# The driver that has a PCI function now, or `none`.
driver_of() {
  if [[ -e /sys/bus/pci/devices/$1/driver ]]; then
    basename "$(readlink "/sys/bus/pci/devices/$1/driver")"
  else
    echo none
  fi
}

# The kernel's interface of a port, once it has one: probing goes on after the driver is bound, and a virtio device
# lies below the PCI one.
interface_of() {
  local tries=0 folder=/sys/bus/pci/devices/$1
  until compgen -G "$folder/net/*" || compgen -G "$folder/virtio*/net/*"; do
    ((++tries < 50)) || fail "no interface of $1"
    sleep 0.1
  done | xargs -n 1 basename
}

step "the VM is up after $(cut -d. -f1 /proc/uptime) s of its own clock"
ip link set lo up
for nic in "${nics[@]}"; do
  modprobe "${modules[$nic]}"
  for port in "${ports_a[$nic]}" "${ports_b[$nic]}"; do
    [[ $(driver_of "$port") == "${drivers[$nic]}" ]] || fail "${drivers[$nic]} did not take $port"
  done
done
# shellcheck source=/dev/null
source "$repo/tests/vm/$scenario.sh"
