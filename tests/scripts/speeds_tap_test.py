#!/usr/bin/python3
"""Ports of DPDK that are taken to other link speeds within one run: speeds_tap_test.py PKTGEN

Two TAP ports over a bridge in a network namespace of its own. Their driver has all speeds, and its links are up at
10 Gb/s whatever is asked: what a far side that doesn't offer a speed looks like. Exit 77 (skipped) where namespaces or
TAP devices can't be had.
"""
import json
import os
import signal
import subprocess
import sys
import threading
import time

PKTGEN = os.path.abspath(sys.argv[1])
SPACE = f"pktgen-tap-{os.getpid()}"
PLAN = """
ports = ["vdev:net_tap0,iface=a0", "vdev:net_tap1,iface=b0"]
sizes = [512, 1518]
load = "1000fps"
duration = "300ms"
drain = "500ms"
tolerance = "100%"
src_mac = "02:00:00:00:07:0a"  # those of the interfaces are the bridge's own
dst_mac = "02:00:00:00:07:0b"
"""


def do(*command, check=True):
    return subprocess.run(command, capture_output=True, text=True, check=check, timeout=60)


def inside(*command):
    return ["ip", "netns", "exec", SPACE, *command]


def make():
    do("ip", "netns", "add", SPACE)
    do(*inside("sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1", "net.ipv6.conf.default.disable_ipv6=1"))
    do("ip", "-n", SPACE, "link", "add", "bridge0", "type", "bridge", "forward_delay", "0")
    do("ip", "-n", SPACE, "link", "set", "bridge0", "up")


def clean_up():
    for pid in do("ip", "netns", "pids", SPACE, check=False).stdout.split():
        os.kill(int(pid), signal.SIGKILL)
    do("ip", "netns", "del", SPACE, check=False)


def join_the_bridge(ended):
    """Once the program made its interfaces, which go with it."""
    missing = ["a0", "b0"]
    while missing and not ended.wait(0.02):
        missing = [end for end in missing
                   if do("ip", "-n", SPACE, "link", "set", end, "master", "bridge0", check=False).returncode != 0]


def climb(speeds):
    ended = threading.Event()
    helper = threading.Thread(target=join_the_bridge, args=[ended])
    helper.start()
    try:
        done = subprocess.run(inside(PKTGEN, "sweep", "/dev/stdin", "--link-speeds", speeds, "--json"), input=PLAN,
                              capture_output=True, text=True, check=False, timeout=100)
    finally:
        ended.set()
        helper.join()
    assert done.returncode in (0, 6), (done.returncode, done.stderr, done.stdout[-1500:])
    return json.loads(done.stdout)


def ports_are_started_anew_for_each_speed_and_what_is_not_taken_is_told():
    document = climb("1G,10G")
    slow, fast = document["answer"]["link_speeds"]
    assert slow["verdict"] == "not_measured" and slow["trials"] == 0, slow
    assert slow["stopped_by"].startswith("vdev:net_tap0,iface=a0: --link-speed 1G wasn't taken: the link is up at 10G"), slow
    assert fast["verdict"] == "pass" and fast["trials"] == 2 and fast["lost"] == 0, (fast, document["findings"])
    assert fast["sent"] == 4 * 300, fast
    assert 0 < fast["time_to_link_ns"]["a"] < 10 * 10**9 and fast["time_to_link_ns"]["b"] is not None, fast
    assert document["verdict"] == "not_measured"
    assert all(port["link_downs"] == [] for port in document["ports"]), "our own doing is no flap"


def a_speed_that_the_port_does_not_have_leaves_it_as_it_was():
    document = climb("200G,10G")
    none, fast = document["answer"]["link_speeds"]
    assert "200G" in none["stopped_by"] and none["verdict"] == "not_measured", none
    assert fast["verdict"] == "pass", (fast, document["findings"])


def main():
    if os.geteuid() != 0 or not os.path.exists("/dev/net/tun") or \
            do("ip", "netns", "add", SPACE, check=False).returncode != 0:
        print("speeds_tap_test: skipped, for it needs root, network namespaces and /dev/net/tun")
        return 77
    do("ip", "netns", "del", SPACE)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that a test ended for its time cleans up too
    failed = 0
    try:
        make()
        for check in [ports_are_started_anew_for_each_speed_and_what_is_not_taken_is_told,
                      a_speed_that_the_port_does_not_have_leaves_it_as_it_was]:
            began = time.monotonic()
            try:
                check()
                print(f"ok      {check.__name__} ({time.monotonic() - began:.1f} s)")
            except (AssertionError, subprocess.SubprocessError, KeyError, ValueError) as error:
                failed += 1
                print(f"FAILED  {check.__name__}: {error}")
    finally:
        clean_up()
    return 1 if failed else 0


sys.exit(main())
