#!/usr/bin/env python3
"""Frames of every stack as tshark reads them: stacks_test.py BUILD_STACKS

Each must dissect to its headers, with every length and checksum right, at the smallest size, at odd and even ones and
at 9018 bytes, and with fields that change from frame to frame.
"""
import os
import subprocess
import sys
import tempfile

CHECKS = [f"{name}.check_checksum:TRUE" for name in ("ip", "udp", "tcp")]
FRAMES = 70  # of each stack: six sizes, and twice 32 with changing fields
# What tshark calls a header; nothing is told of a payload behind raw Ethernet or a tag.
NAMES = {"eth": "eth", "vlan": "vlan", "arp": "arp", "ipv4": "ip", "ipv6": "ipv6", "udp": "udp", "tcp": "tcp",
         "icmp": "icmp", "mpls": "mpls", "vxlan": "vxlan", "gre": "gre"}


def wanted_protocols(stack):
    names = []
    for header in stack.split("/"):
        name = "icmpv6" if header == "icmp" and names[-1] == "ipv6" else NAMES[header]
        names += ["ethertype"] if names and names[-1] == "eth" and not name == "mpls" else []
        names.append(name)
    return [name for n, name in enumerate(names) if name != "ethertype" and not (name == "mpls" and names[n - 1] == "mpls")]


def dissect(path, expression, *fields):
    options = [part for check in CHECKS for part in ("-o", check)]
    options += [part for field in fields for part in ("-e", field)]
    done = subprocess.run(["tshark", "-r", path, *options, "-Y", expression, "-T", "fields"], capture_output=True,
                          text=True, check=True, timeout=120)
    return [line.split("\t") for line in done.stdout.splitlines()]


def protocols_of(line):
    """frame.protocols without what tshark guesses of payloads, and with one name a header."""
    known = set(NAMES.values()) | {"icmpv6"}
    names = [name for name in line.replace("ieee8021ad", "vlan").split(":") if name in known]
    return [name for n, name in enumerate(names) if not (name == "mpls" and n and names[n - 1] == "mpls")]


def main(program):
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/stacks.pcap"
        stacks = []
        for line in subprocess.run([program, path], capture_output=True, text=True, check=True).stdout.splitlines():
            name, count = line.split()
            stacks += [name] * int(count)
        found = dissect(path, "frame", "frame.protocols", "_ws.malformed")
        assert len(found) == len(stacks) == 28 * FRAMES, (len(found), len(stacks))
        wrong = {}
        for stack, line in zip(stacks, found):
            if protocols_of(line[0])[: len(wanted_protocols(stack))] != wanted_protocols(stack) or line[1:] not in ([], [""]):
                wrong.setdefault(stack, line)
        for stack, line in wrong.items():
            print(f"FAILED  {stack}: tshark says {line}")
        bad = dissect(path, "ip.checksum.status==0 || udp.checksum.status==0 || tcp.checksum.status==0 || "
                      "icmp.checksum.status==0 || icmpv6.checksum.status==0 || _ws.malformed || "
                      "_ws.expert.severity==error || udp.length.bad", "frame.number", "_ws.expert.message")
        for number, *message in bad[:10]:
            print(f"FAILED  {stacks[int(number) - 1]}: frame {number}: {message}")
        for expression, wanted in (("udp.checksum.status==1", 12), ("tcp.checksum.status==1", 7),
                                   ("ip.checksum.status==1", 16), ("icmp.checksum.status==1", 3),
                                   ("icmpv6.checksum.status==1", 2), ("vlan.id", 7), ("mpls.bottom==1", 4),
                                   ("gre.proto", 4), ("vxlan.vni", 4), ("arp.opcode==1", 3)):
            count = len(dissect(path, expression, "frame.number"))
            is_right = count == wanted * FRAMES
            print(f"{'ok     ' if is_right else 'FAILED '} {expression}: {count} frames")
            failed += not is_right
        failed += len(wrong) + len(bad)
    print(f"{len(set(stacks))} stacks, {len(stacks)} frames, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C"
    sys.exit(main(sys.argv[1]))
