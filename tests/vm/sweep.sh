#!/bin/bash
# A lab scenario: the way of a user from a port that the kernel has to a sweep that passes, and back.
# Sourced by inside.sh.

readonly sizes=64,512,1518
# A sixteenth of what these ports carry on a quiet machine (80 kfps each way): holds on a busy one too.
readonly load=5kfps duration=2s
# A busy machine stops the VM for 8 to 30 ms at a time (seen with two endless loops beside it).
readonly tolerance=1% least_frames=9900
readonly result=/run/sweep.json complaint=/run/sweep.txt
readonly attempts=3

[[ -x $pktgen ]] || fail "no $pktgen: build it first, or set PKTGEN"

# Sets `code`. The document goes to $result, what is for people to $complaint and to the log.
sweep() {
  code=0
  timeout 90 "$pktgen" sweep --ports "$port_a,$port_b" --sizes "$sizes" --load "$load" --direction both \
    --duration "$duration" --tolerance "$tolerance" --json >"$result" 2>"$complaint" || code=$?
  cat "$complaint"
}

# Exit 6 is pktgen's word that the machine didn't let it send in time: no fault of the ports, so asked again.
sweep_until_measured() {
  local attempt
  for ((attempt = 1; attempt <= attempts; attempt++)); do
    sweep
    if ((code != 6)); then return; fi
    cat "$result"
    step "sweep $attempt of at most $attempts was not measured (exit 6)"
  done
}

# a name that the kernel doesn't give, so that it must be given back
net_a=/sys/bus/pci/devices/$port_a/net
ip link set dev "$(ls "$net_a")" name lab0
ip link set dev lab0 mtu 3000

modprobe vfio-pci
reserve_hugepages 256

sweep
((code == 5)) || { cat "$result"; fail "with the kernel's driver on the ports: wanted exit 5, found $code"; }
mend=$(grep -oE 'pktgen bind( 0000:00:1[01]\.0)+' "$complaint" | head -n 1) ||
  fail "with the kernel's driver on the ports: no line 'pktgen bind $port_a' on stderr"
[[ "$(driver_of "$port_a") $(driver_of "$port_b")" == "e1000e e1000e" ]] ||
  fail "a refused sweep moved a port"
step "ports left to e1000e: exit 5, and it says: $mend"

# the line is run as it was printed: that it mends is what is promised
read -ra words <<<"$mend"
"$pktgen" "${words[@]:1}"
"$pktgen" bind "$port_a" "$port_b"
step "ports bound: $(driver_of "$port_a"), $(driver_of "$port_b")"

sweep_until_measured
((code == 0)) || { cat "$result"; fail "on bound ports: wanted exit 0, found $code"; }
python3 "$repo/tests/vm/check_sweep.py" --sizes "$sizes" --frames "$least_frames" "$result" || {
  cat "$result"
  fail "on bound ports: the result document is not what it must be"
}
step "sweep over $sizes both ways at $load: exit 0, nothing lost, every ledger exact"

"$pktgen" unbind lab0 "$port_b"
[[ $(driver_of "$port_a") == e1000e ]] || fail "the ports did not go back to e1000e"
[[ $(ls "$net_a") == lab0 && $(<"$net_a/lab0/mtu") == 3000 ]] ||
  fail "wanted lab0 back with MTU 3000, found $(ls "$net_a")"
step "ports given back to e1000e, lab0 with its name and MTU"
