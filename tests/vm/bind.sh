#!/bin/bash
# A lab scenario: what pktgen bind and unbind do to real devices, there and back, and what they refuse there.
# Sourced by inside.sh.

readonly records=/run/pktgen/bind

# expect CODE WORDS ARGUMENT...: calls pktgen.
expect() {
  local want=$1 words=$2 code=0 said
  shift 2
  said=$("$pktgen" "$@" 2>&1 </dev/null) || code=$?
  echo "$said"
  [[ $code == "$want" && $said == *"$words"* ]] ||
    fail "$*: wanted exit $want and '$words', found exit $code and '$said'"
}

expect_driver() {
  [[ $(driver_of "$1") == "$2" ]] || fail "wanted $2 on $1, found $(driver_of "$1")"
}

# expect_whole: both ports are with the kernel, lab0 as it was, and nothing is remembered.
expect_whole() {
  expect_driver "$port_a" "$driver"
  expect_driver "$port_b" "$driver"
  [[ $(<"/sys/bus/pci/devices/$port_a/driver_override") == "(null)" ]] || fail "an override was left"
  [[ $(interface_of "$port_a") == lab0 && $(<"/sys/class/net/lab0/mtu") == 3000 ]] || fail "lab0 isn't back"
  [[ $(<"/sys/class/net/lab0/address") == "$mac" ]] || fail "lab0 is another interface"
  [[ -z $(ls "$records") ]] || fail "records were left: $(ls "$records")"
}

# wait_for WHAT COMMAND...: until it is so, for 60 s at most: an emulated CPU starts a program slowly.
wait_for() {
  local tries=0 what=$1
  shift
  until "$@"; do
    ((++tries < 600)) || fail "waited 60 s for $what"
    sleep 0.1
  done
}

refuses_what_is_in_use() {
  ip link set lab0 addrgenmode none  # else an IPv6 address comes a second later, and hides the route
  ip addr add 192.0.2.1/24 dev lab0
  expect 5 "has the address 192.0.2.1" bind "$port_a" "$port_b"
  SSH_CONNECTION="192.0.2.9 51000 192.0.2.1 2222" expect 5 "this ssh session" bind lab0 --force address
  ip link set lab0 up
  ip route add default via 192.0.2.254
  expect 5 "the default route goes through lab0" bind "$port_a" --force address,route
  ip route del default
  ip addr flush dev lab0
  ip route add 198.51.100.0/24 dev lab0
  expect 5 "has the route" bind "$port_a"
  ip link set lab0 down
  ip link add link lab0 name tagged type vlan id 7
  expect 5 "is part of tagged" bind "$port_a" --force route
  ip link del tagged
  expect_driver "$port_a" "$driver"
  expect_driver "$port_b" "$driver"
}

# bind_and_wait OPTION...: in the background, until it waits for a word; sets `binding`.
bind_and_wait() {
  "$pktgen" bind lab0 --confirm-within "$@" </dev/null &
  binding=$!
  wait_for "a bind that waits" test -e "$records/$port_a.waiting"
  wait_for "vfio-pci" test -e "/sys/bus/pci/drivers/vfio-pci/$port_a"
}

# ended CODE: the bind in the background has ended with it.
ended() {
  local code=0
  wait "$binding" || code=$?
  [[ $code == "$1" ]] || fail "a bind that waited: wanted exit $1, found $code"
}

gives_back_without_a_word() {
  bind_and_wait 1s
  ended 5
  expect_whole
  bind_and_wait 1h
  kill -HUP "$binding"
  ended 130
  expect_whole
  bind_and_wait 1h
  kill -KILL "$binding"
  ended 137
  expect_driver "$port_a" vfio-pci
  expect 0 "$port_a: vfio-pci -> $driver (lab0)" unbind --all
  expect_whole
  bind_and_wait 1h
  expect 0 "$port_a: confirmed" bind --confirm "$port_a"
  ended 0
  expect_driver "$port_a" vfio-pci
  expect 0 "(lab0)" unbind lab0
  expect_whole
}

expect 4 "modprobe vfio-pci" bind "$port_a"
modprobe vfio-pci
ip link set dev "$(interface_of "$port_a")" name lab0
ip link set dev lab0 mtu 3000
mac=$(</sys/class/net/lab0/address)
refuses_what_is_in_use
step "bind refused a port with an address, a route, a VLAN, the default route, an SSH session"

expect 0 "$port_b: $driver -> vfio-pci" bind "$port_a" "$port_b"
expect_driver "$port_a" vfio-pci
expect_driver "$port_b" vfio-pci
expect 0 "$port_a: already bound to vfio-pci" bind "$port_a" "$port_b"
exec 5<>"/dev/vfio/$(basename "$(readlink "/sys/bus/pci/devices/$port_a/iommu_group")")"
expect 5 "process $$ uses it now" unbind "$port_a"
exec 5<&-
step "both ports were bound to vfio-pci; one held open was not given back"

expect 0 "$port_a: vfio-pci -> $driver (lab0)" unbind --all
expect_whole
expect 0 "$port_a: nothing to give back" unbind "$port_a"
step "both ports went back to the kernel, lab0 with its name and MTU"

ip addr add 192.0.2.1/24 dev lab0
ip link set lab0 up
ip route add default via 192.0.2.254
expect 0 "$port_a: $driver -> vfio-pci" bind lab0 --force address,default-route
expect 0 "$port_a: vfio-pci -> $driver (lab0)" unbind lab0
[[ $(ip -o -4 addr show dev lab0) == *" 192.0.2.1/24 "* ]] || fail "the address isn't back"
[[ $(ip route show default) == "default via 192.0.2.254 dev lab0"* ]] || fail "the default route isn't back"
ip addr flush dev lab0
ip link set lab0 down
step "an address and the default route came back too"

gives_back_without_a_word
step "given back without a word, at a hangup, and by unbind --all after SIGKILL; kept with a word"
