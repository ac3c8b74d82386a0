#!/usr/bin/python3
"""pktgen send, replay and receive against the kernel, tcpdump and ping: streams_veth_test.py PKTGEN

Over a veth pair between two network namespaces of its own. Exit 77 (skipped) where those can't be made.
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

PKTGEN = os.path.abspath(sys.argv[1])
HERE, THERE = f"pktgen-here-{os.getpid()}", f"pktgen-there-{os.getpid()}"


def do(*command, check=True):
    return subprocess.run(command, capture_output=True, text=True, check=check, timeout=120)


def inside(namespace, *command):
    return ["ip", "netns", "exec", namespace, *command]


def make():
    for namespace in (HERE, THERE):
        do("ip", "netns", "add", namespace)
        do(*inside(namespace, "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1", "net.ipv6.conf.default.disable_ipv6=1"))
    do("ip", "-n", HERE, "link", "add", "a0", "type", "veth", "peer", "name", "b0", "netns", THERE)
    do("ip", "-n", HERE, "link", "set", "a0", "up")
    do("ip", "-n", THERE, "link", "set", "b0", "up")


def clean_up():
    for namespace in (HERE, THERE):
        for pid in do("ip", "netns", "pids", namespace, check=False).stdout.split():
            os.kill(int(pid), signal.SIGKILL)
        do("ip", "netns", "del", namespace, check=False)


class Tcpdump:
    """Captures on b0 while it is open."""

    def __init__(self, path, expression):
        self.path = path
        self.process = subprocess.Popen(inside(THERE, "tcpdump", "-i", "b0", "-Z", "root", "-B", "65536", "-s", "0",
                                               "-U", "-w", path, *expression.split()), stderr=subprocess.PIPE, text=True)

    def __enter__(self):
        while "listening" not in (line := self.process.stderr.readline()):
            assert line, "tcpdump didn't begin to listen"
        return self

    def __exit__(self, *_):
        time.sleep(1)
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=10)


def document(namespace, *arguments):
    """What a run says. On a busy machine frames leave late, which is told as not measured: they are sent all the same."""
    done = subprocess.run(inside(namespace, PKTGEN, *arguments, "--json"), capture_output=True, text=True, check=False,
                          timeout=120)
    assert done.returncode in (0, 6), (done.returncode, done.stderr, done.stdout[-800:])
    said = json.loads(done.stdout)
    rules = {finding["rule"] for part in [said, *said["trials"]] for finding in part["findings"]}
    busy = {"stream-late", "replay-late", "tester-could-not-send"}
    assert done.returncode == 0 or rules & busy, (done.returncode, rules)
    return said


def answer(namespace, *arguments):
    return document(namespace, *arguments)["answer"]


def tshark(path, expression, *fields):
    options = [part for field in fields for part in ("-e", field)]
    checked = [part for name in ("ip", "udp", "tcp") for part in ("-o", f"{name}.check_checksum:TRUE")]
    found = do("tshark", "-r", path, *checked, "-Y", expression, "-T", "fields", *options).stdout
    return [line.split("\t") for line in found.splitlines()]


def what_is_sent_tcpdump_receives(folder):
    with Tcpdump(f"{folder}/sent.pcap", "udp or tcp") as capture:
        sent = answer(HERE, "send", "--ports", "if:a0", "--frames", "500", "--load", "2000fps", "--sizes", "64:1,594:1",
                      "--modify", "ipv4.src=198.18.0.1+1*5", "--modify", "udp.src_port=random")
    assert sent["streams"][0]["sent"] == 500, sent
    good = tshark(capture.path, "ip.checksum.status==1 && udp.checksum.status==1", "ip.src", "frame.len")
    assert len(good) == 500, len(good)
    assert [row[0] for row in good[:6]] == [f"198.18.0.{1 + n % 5}" for n in range(6)], good[:6]
    assert [int(row[1]) for row in good[:4]] == [60, 590, 60, 590], good[:4]


def a_file_of_scapy_arrives_byte_for_byte(folder):
    from scapy.all import ICMP, IP, TCP, UDP, Dot1Q, Ether, IPv6, Raw, rdpcap, wrpcap  # pylint: disable=all
    source, to = "02:00:00:00:00:01", "02:00:00:00:00:02"
    bodies = [IP(src="198.18.0.1", dst="198.19.0.1") / UDP(sport=7, dport=9) / Raw(bytes(range(n))) for n in (18, 200, 255)]
    bodies += [IP(src="198.18.0.1", dst="198.19.0.1") / TCP(flags="S"), IPv6(dst="2001:2::1") / UDP() / Raw(b"x" * 999),
               IP(dst="198.19.0.1") / ICMP(), Raw(b"\x88\xb5" + b"not IP" * 20)]
    frames = [Ether(src=source, dst=to) / Dot1Q(vlan=7) / body if n == 1 else Ether(src=source, dst=to) / body
              for n, body in enumerate(bodies)] * 20
    wrpcap(f"{folder}/made.pcap", frames)
    with Tcpdump(f"{folder}/got.pcap", "ether src 02:00:00:00:00:01") as capture:
        sent = answer(HERE, "replay", f"{folder}/made.pcap", "--ports", "if:a0", "--load", "1000fps")
    assert sent["sent"] == len(frames), sent
    got = [bytes(frame) for frame in rdpcap(capture.path)]
    wanted = [bytes(frame).ljust(60, b"\0") for frame in frames]  # IEEE 802.3 knows no shorter ones
    assert len(got) == len(wanted), (len(got), len(wanted))
    differing = [n for n, (a, b) in enumerate(zip(got, wanted)) if a != b]
    assert not differing, (differing[:10], got[differing[0]].hex(), wanted[differing[0]].hex())


def a_receiver_answers_counts_and_captures(folder):
    plan = f"{folder}/plan.toml"
    with open(plan, "w", encoding="utf-8") as file:
        file.write('[[stream]]\nname = "first"\nload = "100fps"\n[[stream]]\nname = "second"\nload = "50fps"\nsizes = 128\n')
    receiver = subprocess.Popen(inside(THERE, PKTGEN, "receive", plan, "--ports", "if:b0", "--answer", "198.19.0.1",
                                       "--capture", f"{folder}/heard.pcapng", "--filter", "icmp or arp", "--json"),
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    do("ip", "-n", HERE, "address", "add", "198.19.0.2/24", "dev", "a0")
    time.sleep(4)
    ping = do(*inside(HERE, "ping", "-c", "5", "-i", "0.2", "-W", "2", "198.19.0.1"), check=False).stdout
    sent = answer(HERE, "send", plan, "--ports", "if:a0", "--duration", "2s")
    receiver.send_signal(signal.SIGINT)
    out, errors = receiver.communicate(timeout=20)
    assert receiver.returncode == 0, (receiver.returncode, errors, out)
    assert " 0% packet loss" in ping, ping
    heard = json.loads(out)["answer"]
    counts = {stream["name"]: (stream["frames"], stream["missing"]) for stream in heard["streams"]}
    assert counts == {"first": (200, 0), "second": (100, 0)} and len(sent["streams"]) == 2, (counts, sent)
    port = heard["ports"][0]
    assert port["answered"] >= 6 and port["foreign"]["arp"] >= 1, port  # five echoes and who asked for the MAC
    assert port["captured"] == len(tshark(f"{folder}/heard.pcapng", "icmp or arp", "frame.number")) >= 6, port


def several_queues_count_as_one(folder):  # pylint: disable=unused-argument
    """Sixteen flows over two queues each way: the kernel spreads them, the counts are those of all."""
    do("ip", "netns", "exec", THERE, "ip", "link", "set", "b0", "netns", HERE)
    try:
        do("ip", "-n", HERE, "link", "set", "b0", "up")
        for queues in (1, 2):
            found = answer(HERE, "send", "--ports", "if:a0,if:b0", "--tx-queues", str(queues), "--rx-queues", str(queues),
                           "--frames", "4001", "--load", "4000fps", "--modify", "udp.src_port=1024+1*16")
            stream = found["streams"][0]
            assert stream["due"] == 4001, stream
            assert stream["sent"] == stream["delivered"] and stream["missing"] == stream["duplicated"] == 0, stream
            assert stream["sent"] > 3900, stream  # two that poll on few cores take turns
        found = document(HERE, "sweep", "--ports", "if:a0,if:b0", "--tx-queues", "2", "--rx-queues", "2", "--sizes", "64,1518",
                       "--load", "2000fps", "--duration", "1s")
        for trial in found["trials"]:
            ledger = trial["ledger"]
            assert ledger["delivered"] == trial["sent"] > 1900 and ledger["lost"] == 0, trial
    finally:
        do("ip", "-n", HERE, "link", "set", "b0", "netns", THERE)
        do("ip", "-n", THERE, "link", "set", "b0", "up")


def main():
    if os.geteuid() != 0 or do("ip", "netns", "add", HERE, check=False).returncode != 0:
        print("streams_veth_test: skipped, for it needs root and network namespaces")
        return 77
    do("ip", "netns", "del", HERE)
    failed = 0
    checks = [what_is_sent_tcpdump_receives, a_file_of_scapy_arrives_byte_for_byte, a_receiver_answers_counts_and_captures,
              several_queues_count_as_one]
    try:
        make()
        for check in checks:
            with tempfile.TemporaryDirectory() as folder:
                try:
                    check(folder)
                    print("ok     ", check.__name__)
                except (AssertionError, subprocess.SubprocessError, KeyError, ValueError, ImportError) as error:
                    failed += 1
                    print("FAILED ", f"{check.__name__}: {error!r}"[:3000])
    finally:
        clean_up()
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
