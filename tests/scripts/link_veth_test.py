#!/usr/bin/python3
"""Links of kernel interfaces that go down, and their MTU: link_veth_test.py PKTGEN

A veth pair a0 == b0 in a network namespace of its own. Exit 77 (skipped) where namespaces can't be had.
"""
import json
import os
import signal
import subprocess
import sys
import time

PKTGEN = os.path.abspath(sys.argv[1])
SPACE = f"pktgen-link-{os.getpid()}"


def do(*command, check=True):
    return subprocess.run(command, capture_output=True, text=True, check=check, timeout=60)


def inside(*command):
    return ["ip", "netns", "exec", SPACE, *command]


def make():
    do("ip", "netns", "add", SPACE)
    do(*inside("sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1", "net.ipv6.conf.default.disable_ipv6=1"))
    do("ip", "-n", SPACE, "link", "add", "a0", "type", "veth", "peer", "name", "b0")
    for end in ("a0", "b0"):
        do("ip", "-n", SPACE, "link", "set", end, "up")


def clean_up():
    for pid in do("ip", "netns", "pids", SPACE, check=False).stdout.split():
        os.kill(int(pid), signal.SIGKILL)
    do("ip", "netns", "del", SPACE, check=False)


def mtu(end):
    [link] = json.loads(do("ip", "-n", SPACE, "-j", "link", "show", end).stdout)
    return link["mtu"]


def set_link(end, state):
    do("ip", "-n", SPACE, "link", "set", end, state)


def start(*arguments):
    return subprocess.Popen(inside(PKTGEN, "sweep", "--ports", "if:a0,if:b0", "--direction", "a>b", "--load", "200fps",
                                   "--json", *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def result_of(program, codes):
    out, err = program.communicate(timeout=60)
    assert program.returncode in codes, (program.returncode, err, out[-800:])
    return json.loads(out)


def rules(findings):
    return {finding["rule"] for finding in findings}


def wait_until_frames_flow():
    """Frames that a0 has sent: learning ones are few."""
    path = "/sys/class/net/a0/statistics/tx_packets"
    first = int(do(*inside("cat", path)).stdout)
    for _ in range(300):
        if int(do(*inside("cat", path)).stdout) > first + 30:
            return
        time.sleep(0.05)
    raise AssertionError("no frames flow")


def a_link_that_drops_in_a_trial_is_told_with_its_time():
    program = start("--sizes", "64", "--duration", "4s")
    wait_until_frames_flow()
    set_link("b0", "down")
    time.sleep(1.5)
    set_link("b0", "up")
    said = result_of(program, (1,))
    [trial] = said["trials"]
    assert said["verdict"] == "fail" and trial["verdict"] == "not_measured", said["findings"]
    assert "link-down-in-trial" in rules(trial["findings"]) and "link-flapped" in rules(said["findings"]), trial
    assert "port-stands-still" not in rules(trial["findings"]), trial
    [down] = said["ports"][0]["link_downs"]
    assert 1 < down["lasted_s"] < 4 and not down["lasted_at_most"], down
    assert said["ports"][0]["time_to_link_ns"] is None  # it was up before we came


def a_link_that_blinks_faster_than_we_look_is_counted():
    program = start("--sizes", "64", "--duration", "3s")
    wait_until_frames_flow()
    do(*inside("sh", "-c", "ip link set b0 down; ip link set b0 up"))
    said = result_of(program, (1,))
    assert "link-flapped" in rules(said["findings"]), said["findings"]
    assert len(said["ports"][0]["link_downs"]) == 1, said["ports"][0]


def a_link_that_blinks_in_a_switch_test_fails_it():
    program = subprocess.Popen(inside(PKTGEN, "switch", "--ports", "if:a0,if:b0", "--direction", "a>b", "--tests", "mode",
                                      "--sizes", "64,128,256", "--duration", "1s", "--json"),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until_frames_flow()
    do(*inside("sh", "-c", "ip link set b0 down; ip link set b0 up"))
    said = result_of(program, (1,))
    assert said["verdict"] == "fail" and "link-flapped" in rules(said["findings"]), said["findings"]
    assert len(said["ports"][0]["link_downs"]) == 1, said["ports"][0]


def an_mtu_is_set_read_back_and_put_back():
    said = result_of(start("--sizes", "64,2018", "--duration", "200ms", "--mtu", "2000"), (0, 6))
    assert [port["mtu_bytes"] for port in said["ports"]] == [2000, 2000], said["ports"]
    said = result_of(start("--duration", "200ms", "--mtu", "1200"), (0, 6))
    assert said["ports"][0]["mtu_bytes"] == 1200 and said["trials"][-1]["frame_bytes"] == 1024, said["ports"]
    assert (mtu("a0"), mtu("b0")) == (1500, 1500)


def speeds_are_left_to_ethtool():
    program = start("--link-speed", "10G")
    _, err = program.communicate(timeout=60)
    assert program.returncode == 3 and "ethtool -s a0 speed 10000 duplex full autoneg off" in err, (program.returncode, err)


def main():
    if os.geteuid() != 0 or do("ip", "netns", "add", SPACE, check=False).returncode != 0:
        print("link_veth_test: skipped, for it needs root and network namespaces")
        return 77
    do("ip", "netns", "del", SPACE)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that a test ended for its time cleans up too
    checks = [a_link_that_drops_in_a_trial_is_told_with_its_time, a_link_that_blinks_faster_than_we_look_is_counted,
              a_link_that_blinks_in_a_switch_test_fails_it,
              an_mtu_is_set_read_back_and_put_back, speeds_are_left_to_ethtool]
    failed = 0
    try:
        make()
        for check in checks:
            try:
                check()
                print("ok     ", check.__name__)
            except (AssertionError, subprocess.SubprocessError, KeyError, ValueError) as error:
                failed += 1
                print("FAILED ", f"{check.__name__}: {error!r}"[:3000])
    finally:
        clean_up()
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
