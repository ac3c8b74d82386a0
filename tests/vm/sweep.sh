#!/bin/bash
# A lab scenario: for each kind of NIC the way of a user from ports that the kernel has to a sweep with jumbo frames,
# a cable that is pulled in the middle of a trial, and the way back.
# Sourced by inside.sh.

readonly sizes=64,1518,9018
# Far below what these ports carry on a quiet machine (e1000e 80 kfps each way): holds on a busy one too.
readonly load=1kfps duration=1s
# A busy machine stops the VM for 8 to 30 ms at a time (seen with two endless loops beside it).
readonly tolerance=5% least_frames=940
readonly attempts=2 pulled_seconds=5 drain_seconds=2
readonly result=/run/sweep.json complaint=/run/sweep.txt
readonly -A profiles=([e1000e]=e1000 [igb]=igb [vmxnet3]=vmxnet3 [virtio]=virtio)

# `pktgen ports` knows whose driver has each port, and which profile it gets.
expect_profiles() {
  local kind wanted said
  wanted=$(for kind in "${nics[@]}"; do
    printf '%s\n' "${ports_a[$kind]} ${drivers[$kind]} ${profiles[$kind]}" \
      "${ports_b[$kind]} ${drivers[$kind]} ${profiles[$kind]}"
  done)
  said=$("$pktgen" ports --json | jq -r '.ports[] | "\(.address) \(.driver) \(.profile)"')
  [[ $said == "$(sort <<<"$wanted")" ]] || fail "pktgen ports says: $said; wanted: $wanted"
  step "pktgen ports names driver and profile of each port"
}

expect_drivers() {
  [[ "$(driver_of "$a") $(driver_of "$b")" == "$1 $1" ]] ||
    fail "$nic: wanted both ports with $1, found $(driver_of "$a"), $(driver_of "$b")"
}

# pktgen_sweep OPTION...: sets `code`. The document goes to $result, what is for people to $complaint and to the log.
pktgen_sweep() {
  code=0
  timeout 90 "$pktgen" sweep --ports "$a,$b" --load "$load" --tolerance "$tolerance" --json "$@" \
    >"$result" 2>"$complaint" || code=$?
  cat "$complaint"
}

# Ports that the kernel has are refused with the line that mends it; it is run as printed: that it mends is promised.
binds_as_told() {
  local mend
  local -a words
  pktgen_sweep
  ((code == 5)) || { cat "$result"; fail "$nic: ports of the kernel: wanted exit 5, found $code"; }
  mend=$(grep -oE 'pktgen bind( [0-9a-f:.]+)+' "$complaint" | head -n 1) ||
    fail "$nic: ports of the kernel: no line 'pktgen bind $a' on stderr"
  expect_drivers "${drivers[$nic]}"
  read -ra words <<<"$mend"
  "$pktgen" "${words[@]:1}"
  "$pktgen" bind "$a" "$b"
  expect_drivers vfio-pci
  step "$nic: refused with exit 5 and '$mend', which binds"
}

# Exit 6 is pktgen's word that the machine didn't let it send in time. Asked again, and at last left standing: what it
# then says must be the tester's own weakness and nothing else, in a document whose ledgers are exact all the same.
sweeps() {
  local attempt
  for ((attempt = 1; attempt <= attempts; attempt++)); do
    pktgen_sweep --sizes "$sizes" --duration "$duration"
    if ((code != 6)); then break; fi
  done
  [[ $code == 0 || $code == 6 ]] || { cat "$result"; fail "$nic: sweep: wanted exit 0, found $code"; }
  python3 "$repo/tests/vm/check_sweep.py" --sizes "$sizes" --frames "$least_frames" --tester-may-fail "$result" || {
    cat "$result"
    fail "$nic: the sweep's document is not what it must be"
  }
  step "$nic: sweep over $sizes both ways at $load: exit $code, every ledger exact, $(jq -r '[.trials[].verdict] |
    group_by(.) | map("\(length) \(.[0])") | join(", ")' "$result")"
}

# cable on|off: outside, QEMU's monitor pulls both ends or plugs them in.
cable() {
  echo "link $nic $1" >/dev/ttyS1
}

# That a trial runs is told to terminals alone, so this run gets one; no process is started while it is read, for that
# takes an emulated CPU longer than a trial. The trial isn't measured, and the run fails: its link isn't fit to be used.
pulled_mid_trial() {
  local line run seen=
  code=0
  exec 6< <(script -qefc "timeout 90 '$pktgen' sweep --ports '$a,$b' --sizes 64,512 --load $load --json \
    --duration ${pulled_seconds}s --drain ${drain_seconds}s --tolerance $tolerance >$result" /dev/null </dev/null)
  run=$!
  while IFS= read -r -d $'\r' -u 6 line; do
    seen+=$line
    if [[ $line == *" 1/2 "*"[#"* ]]; then break; fi
  done
  [[ $line == *" 1/2 "* ]] || fail "$nic: no trial began: $seen $(cat "$result")"
  cable off
  sleep 1
  cable on
  cat <&6
  wait "$run" || code=$?
  exec 6<&-
  [[ $code == 1 ]] || { cat "$result"; fail "$nic: a cable pulled: wanted exit 1, found $code"; }
  python3 "$repo/tests/vm/check_link_down.py" --ports "$a,$b" --pulled 64 --after 512 \
    --seconds "$pulled_seconds" --drain "$drain_seconds" "$result" || {
    cat "$result"
    fail "$nic: the document of a trial without its cable is not what it must be"
  }
  step "$nic: a cable pulled mid-trial: $(jq -r '.trials[0] | .verdict + ", " + .findings[0].because' "$result")"
}

goes_there_and_back() {
  local name=lab-$nic  # a name that the kernel doesn't give, so that it must be given back
  a=${ports_a[$nic]} b=${ports_b[$nic]}
  ip link set dev "$(interface_of "$a")" name "$name"
  ip link set dev "$name" mtu 3000
  binds_as_told
  sweeps
  pulled_mid_trial
  "$pktgen" unbind "$name" "$b"
  expect_drivers "${drivers[$nic]}"
  [[ $(interface_of "$a") == "$name" && $(<"/sys/class/net/$name/mtu") == 3000 ]] ||
    fail "$nic: wanted $name back with MTU 3000, found $(interface_of "$a")"
  step "$nic: given back to ${drivers[$nic]}, $name with its name and MTU"
}

[[ -x $pktgen ]] || fail "no $pktgen: build it first, or set PKTGEN"
modprobe vfio-pci
reserve_hugepages 256
expect_profiles
for nic in "${nics[@]}"; do goes_there_and_back; done
