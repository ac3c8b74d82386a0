#!/usr/bin/python3
"""pktgen throughput against a shaper whose rate is known: throughput_veth_test.py PKTGEN

    a0 (ours) == a1 (bridge) br0 (bridge) b1 == b0 (ours)

Two veth pairs, the far ends of which a Linux bridge joins in a namespace of its own. The way out to b, the bridge's
b1, is shaped by tbf. Exit 77 (skipped) where namespaces or tbf can't be had, and where the tester fell short.
"""
import json
import os
import signal
import subprocess
import sys

PKTGEN = os.path.abspath(sys.argv[1])
OURS, BRIDGE = f"pktgen-ours-{os.getpid()}", f"pktgen-bridge-{os.getpid()}"

# tbf takes tokens for qdisc_pkt_len(), which is skb->len where a device's queue sees it: from the destination MAC on,
# without FCS, preamble and gap, and without what `tc ... overhead` or stab would add. A frame of 1518 bytes, as RFC 2544
# counts, is 1514 of them; tbf_counts_a_frame_without_its_fcs looks whether it is so here. `mbit` is 10^6 in tc, not 2^20.
FRAME_BYTES = 1518
COUNTED_BYTES = FRAME_BYTES - 4
BITS_PER_SECOND = 100_000_000
SHAPED = BITS_PER_SECOND / 8 / COUNTED_BYTES  # 8,256.27 frames a second

# A trial also has what the bucket holds when it begins, and what waits in the queue when it ends: 50 frames in all, which
# is 0.2 % of the 24,769 of three seconds. 30 frames of bucket are 3.6 ms: a timer that is later loses tokens for good.
BURST_FRAMES, QUEUE_FRAMES = 30, 20
SECONDS = 3
CREDIT = (BURST_FRAMES + QUEUE_FRAMES) / SECONDS
PRECISION_PERCENT = 0.002  # of the 10 Gb/s that veth claims: 16 frames a second, 0.2 % of what comes through

# What a trial says of itself where this machine was too slow or too busy to measure.
BUSY = {"tester-could-not-send", "schedule-late", "stalled-worker", "tester-could-not-receive", "offered-too-much"}


class Skip(Exception):
    pass


def do(*command, check=True):
    return subprocess.run(command, capture_output=True, text=True, check=check, timeout=60)


def inside(namespace, *command):
    return ["ip", "netns", "exec", namespace, *command]


def make():
    for namespace in (OURS, BRIDGE):
        do("ip", "netns", "add", namespace)
        do(*inside(namespace, "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1", "net.ipv6.conf.default.disable_ipv6=1"))
    do("ip", "-n", BRIDGE, "link", "add", "br0", "type", "bridge", "stp_state", "0", "mcast_snooping", "0")
    for end in "ab":
        do("ip", "-n", OURS, "link", "add", f"{end}0", "type", "veth", "peer", "name", f"{end}1", "netns", BRIDGE)
        do("ip", "-n", BRIDGE, "link", "set", f"{end}1", "master", "br0", "up")
        do("ip", "-n", OURS, "link", "set", f"{end}0", "up")
    do("ip", "-n", BRIDGE, "link", "set", "br0", "up")
    do("tc", "-n", BRIDGE, "qdisc", "add", "dev", "b1", "root", "tbf", "rate", f"{BITS_PER_SECOND}bit",
       "burst", f"{BURST_FRAMES * COUNTED_BYTES}b", "limit", f"{QUEUE_FRAMES * COUNTED_BYTES}b")


def clean_up():
    for namespace in (OURS, BRIDGE):
        for pid in do("ip", "netns", "pids", namespace, check=False).stdout.split():
            os.kill(int(pid), signal.SIGKILL)
        do("ip", "netns", "del", namespace, check=False)


def shaper():
    """Bytes and frames that tbf let through so far, and frames that it dropped."""
    [qdisc] = json.loads(do("tc", "-n", BRIDGE, "-s", "-j", "qdisc", "show", "dev", "b1").stdout)
    assert qdisc["kind"] == "tbf" and qdisc["options"]["rate"] == BITS_PER_SECOND // 8, qdisc
    return qdisc["bytes"], qdisc["packets"], qdisc["drops"]


def run(*arguments):
    done = subprocess.run(inside(OURS, PKTGEN, *arguments, "--json"), capture_output=True, text=True, check=False,
                          timeout=540)
    assert done.returncode in (0, 6), (done.returncode, done.stderr, done.stdout[-800:])
    return done.returncode, json.loads(done.stdout)


def tbf_counts_a_frame_without_its_fcs():
    before = shaper()
    run("send", "--ports", "if:a0", "--sizes", str(FRAME_BYTES), "--frames", "500", "--load", "1000fps")
    counted, frames, dropped = (now - then for now, then in zip(shaper(), before))
    others = frames - 500  # learning frames, the shortest there are, tell the bridge where we live
    assert others < 10 and counted == 500 * COUNTED_BYTES + others * 60 and dropped == 0, (counted, frames, dropped)


def throughput_is_the_rate_of_the_shaper():
    code, said = run("throughput", "--ports", "if:a0,if:b0", "--direction", "a>b", "--sizes", str(FRAME_BYTES),
                     "--duration", f"{SECONDS}s", "--search-duration", "2s", "--precision", f"{PRECISION_PERCENT}%",
                     "--repeats", "2", "--rest", "0s")
    [found] = said["answer"]
    if code == 6:
        unmeasured = found["lowest_unmeasured_frames_per_second"]
        rules = {finding["rule"] for trial in said["trials"] if trial["verdict"] == "not_measured"
                 and trial["load_frames_per_second"] == unmeasured for finding in trial["findings"]}
        assert unmeasured and rules & BUSY, (found, rules, said["findings"])
        raise Skip(f"this machine was too busy to measure {unmeasured:,.0f} frames/s: {', '.join(sorted(rules))}")

    rate, fails = found["throughput_frames_per_second"], found["upper_bound_frames_per_second"]
    print(f"        {rate:,.0f} frames/s passed, {fails:,.0f} failed, {SHAPED:,.2f} are the shaper's:"
          f" {100 * (rate / SHAPED - 1):+.2f} %; {found['trials']} trials, {found['not_measured_trials']} not measured")
    assert found["verdict"] == said["verdict"] == "pass", (found, said["findings"])
    assert abs(rate / SHAPED - 1) < 0.01, (rate, SHAPED)
    assert rate <= SHAPED + CREDIT + 1, (rate, SHAPED, CREDIT)
    assert 0 < fails - rate <= 17, (rate, fails)
    # veth has no speed of its own, so line rate is a name; that we can't offer it leaves the answer as it is.
    assert abs(found["line_rate_frames_per_second"] - 812_743.8) < 1, found


def main():
    if os.geteuid() != 0 or do("ip", "netns", "add", OURS, check=False).returncode != 0:
        print("throughput_veth_test: skipped, for it needs root and network namespaces")
        return 77
    do("ip", "netns", "del", OURS)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that a test ended for its time cleans up too
    checks = [tbf_counts_a_frame_without_its_fcs, throughput_is_the_rate_of_the_shaper]
    failed = skipped = 0
    try:
        try:
            make()
        except (OSError, subprocess.SubprocessError) as error:
            print("throughput_veth_test: skipped, for no bridge shaped by tbf can be made here:",
                  getattr(error, "stderr", None) or error)
            return 77
        for check in checks:
            try:
                check()
                print("ok     ", check.__name__)
            except Skip as why:
                skipped += 1
                print("skipped", f"{check.__name__}: {why}")
            except (AssertionError, subprocess.SubprocessError, KeyError, ValueError) as error:
                failed += 1
                print("FAILED ", f"{check.__name__}: {error!r}"[:3000])
    finally:
        clean_up()
    print(f"{len(checks) - failed - skipped} passed, {failed} failed")
    if failed:
        return 1
    return 77 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
