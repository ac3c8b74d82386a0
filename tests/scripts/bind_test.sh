#!/bin/bash
# What scripts/bind refuses, and that it refuses before it writes: on made-up sysfs trees, without root.
# That binding works is shown on real devices: scripts/vm_lab --scenario bind.
set -euo pipefail

repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly repo port=0000:01:00.0 sibling=0000:01:00.1
passed=0
failed=0
lab=$(mktemp -d)
trap 'rm -rf "$lab"' EXIT
unset SSH_CONNECTION

# A stand-in for ip, which prints the file that a test put there, and one for modprobe, which finds nothing.
make_stand_ins() {
  mkdir -p "$lab/bin"
  cat >"$lab/bin/ip" <<'STUB'
#!/bin/bash
case "$*" in
  "-o addr show dev "*) file=addr ;;
  "route show table all default") file=default ;;
  "-6 route show table all default") file=default6 ;;
  "route show table all dev "*) file=routes ;;
  "-6 route show table all dev "*) file=routes6 ;;
  "route get "*) file=get ;;
  *) echo "the ip stand-in doesn't know: $*" >&2; exit 1 ;;
esac
cat "$PKTGEN_SYSFS/ip/$file" 2>/dev/null || true
STUB
  printf '#!/bin/bash\nexit 1\n' >"$lab/bin/modprobe"
  chmod +x "$lab/bin/ip" "$lab/bin/modprobe"
}

# make_function ADDRESS CLASS DRIVER GROUP INTERFACE; `-` leaves a thing out.
make_function() {
  local device=$sys/devices/pci0000:00/$1
  mkdir -p "$device" "$sys/bus/pci/devices"
  ln -sfn "../../../devices/pci0000:00/$1" "$sys/bus/pci/devices/$1"
  echo "$2" >"$device/class"
  echo "(null)" >"$device/driver_override"
  echo 0 >"$device/sriov_numvfs"
  echo "pci:v00008086d00001572" >"$device/modalias"
  if [[ $3 != - ]]; then
    mkdir -p "$sys/bus/pci/drivers/$3"
    touch "$sys/bus/pci/drivers/$3/unbind"
    ln -s "../../../bus/pci/drivers/$3" "$device/driver"
  fi
  if [[ $4 != - ]]; then
    mkdir -p "$sys/kernel/iommu_groups/$4/devices"
    ln -s "../../../kernel/iommu_groups/$4" "$device/iommu_group"
    ln -s "../../../../devices/pci0000:00/$1" "$sys/kernel/iommu_groups/$4/devices/$1"
  fi
  if [[ $5 != - ]]; then
    make_interface "$5" "$device/net/$5"
    ln -s "../.." "$device/net/$5/device"
  fi
}

make_interface() {
  mkdir -p "$2" "$sys/class/net"
  ln -sfn "$2" "$sys/class/net/$1"
}

# A machine with an IOMMU, vfio-pci, and one free port: every test starts from here and spoils one thing.
fresh() {
  sys=$lab/sys
  rm -rf "$sys"
  mkdir -p "$sys/bus/pci/drivers/vfio-pci" "$sys/ip"
  touch "$sys/bus/pci/drivers_probe"
  make_function "$port" 0x020000 i40e 5 eth1
  export PKTGEN_SYSFS=$sys
}

run_bind() {
  code=0
  said=$(PATH="$lab/bin:$PATH" "$repo/scripts/bind" "$@" 2>&1) || code=$?
}

# check NAME CODE WORDS ARGUMENT...: the exit code, one line that holds WORDS, and nothing written.
check() {
  local name=$1 want=$2 words=$3 lines touched
  shift 3
  run_bind "$@"
  lines=$(wc -l <<<"$said")
  touched=$(cat "$sys/bus/pci/drivers_probe" "$sys"/bus/pci/drivers/*/unbind 2>/dev/null || true)
  if [[ $code == "$want" && $lines == 1 && $said == *"$words"* && -z $touched ]]; then
    passed=$((passed + 1))
    return
  fi
  failed=$((failed + 1))
  printf 'FAILED: %s\n  wanted exit %s and: %s\n' "$name" "$want" "$words"
  printf '  found exit %s and: %s\n' "$code" "$said"
  if [[ -n $touched ]]; then echo "  and it wrote: $touched"; fi
}

test_wrong_calls() {
  fresh
  check "no arguments" 2 "found neither"
  check "no port" 2 "found none" vfio-pci
  check "an unknown option" 2 "unknown option '--fast'" --fast vfio-pci "$port"
  check "not an address" 2 "'eth1' is not a PCI address" vfio-pci eth1
  check "a port given twice" 2 "given twice" vfio-pci "$port" "${port#0000:}"
  check "a driver that is a path" 2 "not a driver's name" ../vfio "$port"
}

test_devices() {
  fresh
  check "no such device" 4 "no such device" vfio-pci 0000:09:00.0
  make_function 0000:02:00.0 0x010802 nvme 6 -
  check "a disk" 4 "found class 0x010802" vfio-pci 0000:02:00.0
  check "a good port beside a disk" 4 "found class 0x010802" vfio-pci "$port" 0000:02:00.0
  check "a disk is not given to the kernel either" 4 "found class 0x010802" kernel 0000:02:00.0
  echo 4 >"$sys/bus/pci/devices/$port/sriov_numvfs"
  check "virtual functions" 4 "4 virtual functions" vfio-pci "$port"
}

test_addresses_and_routes() {
  fresh
  echo "3: eth1    inet 192.0.2.1/24 scope global eth1" >"$sys/ip/addr"
  check "an IPv4 address" 4 "eth1 has the address 192.0.2.1/24" vfio-pci "$port"
  echo "3: eth1    inet6 fe80::1/64 scope link" >"$sys/ip/addr"
  check "an IPv6 address" 4 "eth1 has the address fe80::1/64" vfio-pci "$port"
  rm "$sys/ip/addr"
  echo "198.51.100.0/24 scope link" >"$sys/ip/routes"
  check "a route" 4 "eth1 has the route '198.51.100.0/24'" vfio-pci "$port"
  mv "$sys/ip/routes" "$sys/ip/routes6"
  check "an IPv6 route" 4 "eth1 has the route" vfio-pci "$port"
  check "giving back asks for neither" 0 "already bound to i40e" kernel "$port"
  mkdir "$sys/bus/pci/devices/$port/virtio0"
  mv "$sys/bus/pci/devices/$port/net" "$sys/bus/pci/devices/$port/virtio0/"
  check "a route on a virtio port" 4 "eth1 has the route" vfio-pci "$port"
}

test_members() {
  fresh
  local folder=$sys/bus/pci/devices/$port/net/eth1
  ln -s ../../../../virtual/net/bond0 "$folder/master"
  check "a member of a bond" 4 "eth1 is part of bond0" vfio-pci "$port"
  check "force does not take it out of the bond" 4 "eth1 is part of bond0" --force vfio-pci "$port"
  rm "$folder/master"
  ln -s ../../../../virtual/net/eth1.100 "$folder/upper_eth1.100"
  check "the parent of a VLAN" 4 "eth1 is part of eth1.100" vfio-pci "$port"
}

test_lifelines() {
  fresh
  echo "default via 192.0.2.254 dev eth1 proto static" >"$sys/ip/default"
  check "the default route" 4 "the default route goes through eth1" vfio-pci "$port"
  check "force keeps the default route" 4 "the default route goes through eth1" --force vfio-pci "$port"
  mv "$sys/ip/default" "$sys/ip/default6"
  check "the IPv6 default route" 4 "the default route goes through eth1" vfio-pci "$port"
  rm "$sys/ip/default6"
  make_interface br0 "$sys/devices/virtual/net/br0"
  make_interface br0.7 "$sys/devices/virtual/net/br0.7"
  ln -s ../../../virtual/net/br0 "$sys/devices/virtual/net/br0.7/lower_br0"
  ln -s ../../../virtual/net/eth1 "$sys/devices/virtual/net/br0/lower_eth1"
  echo "default via 192.0.2.254 dev br0.7" >"$sys/ip/default"
  check "the default route through a VLAN on a bridge" 4 "goes through br0.7" vfio-pci "$port"
  rm "$sys/ip/default"
  echo "192.0.2.9 dev eth1 src 192.0.2.1 uid 0" >"$sys/ip/get"
  SSH_CONNECTION="192.0.2.9 51000 192.0.2.1 22" \
    check "the SSH session" 4 "this SSH session goes through eth1" --force vfio-pci "$port"
}

test_iommu() {
  fresh
  rm "$sys/bus/pci/devices/$port/iommu_group"
  check "no IOMMU" 4 "intel_iommu=on iommu=pt" vfio-pci "$port"
  fresh
  make_function "$sibling" 0x020000 i40e 5 eth2
  check "another port in the group" 4 "shares its IOMMU group with $sibling, which the driver i40e uses" \
    vfio-pci "$port"
  fresh
  make_function 0000:01:00.2 0x010700 mpt3sas 5 -
  check "a disk controller in the group" 4 "which the driver mpt3sas uses" --force vfio-pci "$port"
}

test_drivers() {
  fresh
  rmdir "$sys/bus/pci/drivers/vfio-pci"
  check "no vfio-pci" 4 "the driver vfio-pci is wanted" vfio-pci "$port"
  fresh
  rm "$sys/bus/pci/devices/$port/driver"
  mkdir -p "$sys/bus/pci/drivers/vfio-pci"
  ln -s ../../../bus/pci/drivers/vfio-pci "$sys/bus/pci/devices/$port/driver"
  rm -r "$sys/bus/pci/devices/$port/net"
  check "bound already" 0 "$port: already bound to vfio-pci" vfio-pci "$port"
}

# These get past every check; nobody behind this tree takes the port, so each must end with 5 and put back.
gets_through() {
  local name=$1 override
  shift
  run_bind "$@"
  override=$(cat "$sys/bus/pci/devices/$port/driver_override")
  if [[ $code == 5 && $said == *"all was put back"* && -z $override ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf "FAILED: %s\n  found exit %s, override '%s' and: %s\n" "$name" "$code" "$override" "$said"
  fi
}

test_what_is_allowed() {
  fresh
  gets_through "a driver that doesn't take the port" vfio-pci "$port"
  fresh
  echo "3: eth1    inet 192.0.2.1/24 scope global eth1" >"$sys/ip/addr"
  gets_through "an address with force" --force vfio-pci "$port"
  fresh
  make_function 0000:00:01.0 0x060400 pcieport 5 -
  make_function 0000:01:00.2 0x010700 vfio-pci 5 -
  make_function 0000:01:00.3 0x010700 - 5 -
  gets_through "a bridge, a vfio device and a free one in the group" vfio-pci "$port"
  fresh
  make_function "$sibling" 0x020000 i40e 5 eth2
  gets_through "the whole group at once" vfio-pci "$port" "$sibling"
  fresh
  rm "$sys/bus/pci/devices/$port/iommu_group"
  mkdir -p "$sys/module/vfio/parameters"
  echo Y >"$sys/module/vfio/parameters/enable_unsafe_noiommu_mode"
  gets_through "no IOMMU where the unsafe mode is on" vfio-pci "$port"
}

make_stand_ins
test_wrong_calls
test_devices
test_addresses_and_routes
test_members
test_lifelines
test_iommu
test_drivers
test_what_is_allowed
echo "$passed passed, $failed failed"
((failed == 0))
