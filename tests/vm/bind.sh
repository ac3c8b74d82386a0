#!/bin/bash
# A lab scenario: what scripts/bind does to real devices, there and back, and what it refuses there.
# Sourced by inside.sh.

# The kernel's interface of a port, once it has one: probing goes on after the driver is bound.
interface_of() {
  local tries=0 folder=/sys/bus/pci/devices/$1/net
  while [[ ! -d $folder ]] && ((tries < 50)); do
    sleep 0.1
    tries=$((tries + 1))
  done
  ls "$folder"
}

# expect CODE WORDS ARGUMENT...: calls scripts/bind.
expect() {
  local want=$1 words=$2 code=0 said
  shift 2
  said=$("$repo/scripts/bind" "$@" 2>&1) || code=$?
  echo "$said"
  [[ $code == "$want" && $said == *"$words"* ]] ||
    fail "bind $*: wanted exit $want and '$words', found exit $code and '$said'"
}

expect_driver() {
  [[ $(driver_of "$1") == "$2" ]] || fail "wanted $2 on $1, found $(driver_of "$1")"
}

refuses_what_is_in_use() {
  local interface
  interface=$(interface_of "$port_a")
  ip link set "$interface" addrgenmode none  # else an IPv6 address comes a second later, and hides the route
  ip addr add 192.0.2.1/24 dev "$interface"
  expect 4 "has the address 192.0.2.1/24" vfio-pci "$port_a" "$port_b"
  ip link set "$interface" up
  ip route add default via 192.0.2.254
  expect 4 "the default route goes through $interface" --force vfio-pci "$port_a"
  ip route del default
  SSH_CONNECTION="192.0.2.9 51000 192.0.2.1 22" expect 4 "this SSH session" --force vfio-pci "$port_a"
  ip addr flush dev "$interface"
  ip route add 198.51.100.0/24 dev "$interface"
  expect 4 "has the route" vfio-pci "$port_a"
  ip link set "$interface" down
  ip link add link "$interface" name tagged type vlan id 7
  expect 4 "is part of tagged" --force vfio-pci "$port_a"
  ip link del tagged
  expect_driver "$port_a" e1000e
  expect_driver "$port_b" e1000e
}

refuses_what_is_in_use
step "bind refused a port with an address, a route, a VLAN, the default route, an SSH session"

mac=$(<"/sys/bus/pci/devices/$port_a/net/$(interface_of "$port_a")/address")
expect 0 "$port_b: e1000e -> vfio-pci" vfio-pci "$port_a" "$port_b"
expect_driver "$port_a" vfio-pci
expect_driver "$port_b" vfio-pci
expect 0 "$port_a: already bound to vfio-pci" vfio-pci "$port_a" "$port_b"
exec 5<>"/dev/vfio/$(basename "$(readlink "/sys/bus/pci/devices/$port_a/iommu_group")")"
expect 4 "process $$ still uses it" kernel "$port_a"
exec 5<&-
step "both ports were bound to vfio-pci; one held open was not given back"

expect 0 "$port_a: vfio-pci -> e1000e" kernel "$port_a" "$port_b"
expect_driver "$port_b" e1000e
[[ $(<"/sys/bus/pci/devices/$port_a/driver_override") == "(null)" ]] || fail "an override was left"
[[ $(<"/sys/bus/pci/devices/$port_a/net/$(interface_of "$port_a")/address") == "$mac" ]] ||
  fail "the interface that came back is another one"
step "both ports went back to the kernel"

# virtio-pci is asked to take a card that isn't one: its probe fails, as any driver's may
expect 5 "all was put back" virtio-pci "$port_a" "$port_b"
expect_driver "$port_a" e1000e
expect_driver "$port_b" e1000e
step "a driver that does not take the port leaves it as it was"
