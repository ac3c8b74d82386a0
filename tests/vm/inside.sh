#!/bin/bash
# Runs inside the lab VM, on the host's files: readies the machine and runs the scenario.
# A scenario is a script of this folder that is sourced here; it uses the names and functions below.
set -euo pipefail
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export HOME=/run LC_ALL=C.UTF-8
unset SSH_CONNECTION

# repo, scenario and pktgen: what scripts/vm_lab was told
# shellcheck disable=SC1091,SC2034
source "${LAB_SETTINGS:?}/settings"
# shellcheck disable=SC2034
readonly repo scenario pktgen
readonly port_a=0000:00:10.0 port_b=0000:00:11.0

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

step "the VM is up after $(cut -d. -f1 /proc/uptime) s of its own clock"
ip link set lo up
modprobe e1000e
for port in "$port_a" "$port_b"; do
  [[ $(driver_of "$port") == e1000e ]] || fail "e1000e did not take $port"
done
# shellcheck source=/dev/null
source "$repo/tests/vm/$scenario.sh"
