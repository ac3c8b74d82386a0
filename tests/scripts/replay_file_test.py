#!/usr/bin/python3
"""Captures made by scapy, replayed into pcapng and read by tshark and capinfos: replay_file_test.py REPLAY_FILE.

Ends with 77, skipped, where scapy or tshark is missing (scripts/setup test installs both). /usr/bin/python3, for
that is whose scapy Debian installs.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zlib

try:
    from scapy.all import ARP, Dot1Q, Ether, ICMP, ICMPv6EchoRequest, IP, IPv6, IPv6ExtHdrHopByHop, Raw, TCP, UDP, fragment, raw
    from scapy.utils import PcapNgWriter, PcapWriter
except ImportError:
    print("skipped, for there is no scapy")
    sys.exit(77)
if shutil.which("tshark") is None:
    print("skipped, for there is no tshark")
    sys.exit(77)

REPLAY = os.path.abspath(sys.argv[1])
ETHER = Ether(dst="02:00:00:00:00:02", src="02:00:00:00:00:01")
BEGAN = 1767225600


def of(src, dst, src6, dst6):
    """Frames of every kind that is rewritten, with these addresses."""
    ip, ip6 = IP(src=src, dst=dst, id=7), IPv6(src=src6, dst=dst6)
    return [
        ETHER / ip / UDP(sport=1000, dport=7) / Raw(bytes(range(64))),
        ETHER / ip / UDP(sport=1000, dport=7, chksum=0) / Raw(bytes(64)),
        ETHER / ip / TCP(sport=1000, dport=80, flags="S") / Raw(b"odd bytes" * 7),
        ETHER / ip / ICMP() / Raw(bytes(64)),
        ETHER / Dot1Q(vlan=5) / ip / UDP(sport=1000, dport=7) / Raw(bytes(1400)),
        ETHER / Dot1Q(vlan=5, type=0x88a8) / Dot1Q(vlan=6) / ip6 / UDP(sport=1000, dport=7) / Raw(bytes(61)),
        ETHER / ip6 / TCP(sport=1000, dport=80) / Raw(bytes(33)),
        ETHER / ip6 / ICMPv6EchoRequest(data=b"hello" * 9),
        ETHER / ip6 / IPv6ExtHdrHopByHop() / UDP(sport=1000, dport=7) / Raw(bytes(60)),
        ETHER / ARP(op=2, psrc=src, pdst=dst) / Raw(bytes(18)),
        *(ETHER / part for part in fragment(ip / UDP(sport=1000, dport=7) / Raw(bytes(range(250)) * 8), 800)),
    ]


OLD = [raw(frame) for frame in of("10.1.2.3", "10.9.8.7", "fd00::1", "fd00::2")]
NEW = [raw(frame) for frame in of("198.18.2.3", "198.18.8.7", "2001:2::1", "2001:2::2")]
MAPS = ["10.0.0.0/8=198.18.0.0/16", "fd00::/32=2001:2::/32"]


def save(path, frames, writer=PcapWriter, **how):
    with writer(path, **how) as file:
        if writer is PcapWriter:
            file.write_header(None)
        for number, frame in enumerate(frames):
            packet = Ether(frame)
            packet.time = 1000 + number
            file.write(packet)
    return path


def replay(folder, source, *maps, code=0):
    sent = os.path.join(folder, "sent.pcapng")
    done = subprocess.run([REPLAY, source, sent, *maps], capture_output=True, text=True, check=False)
    assert done.returncode == code, f"exit {done.returncode}: {done.stderr}"
    return sent, done.stdout if code == 0 else done.stderr


def tshark(path, *fields):
    """A list of fields for each frame of the file."""
    asked = [word for field in fields for word in ("-e", field)]
    done = subprocess.run(["tshark", "-n", "-r", path, "-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE",
                           "-o", "tcp.check_checksum:TRUE", "-T", "fields", *asked],
                          capture_output=True, text=True, check=True)
    return [line.split("\t") for line in done.stdout.splitlines()]


def bytes_in(path):
    """The frames as tshark prints them in hexadecimal."""
    done = subprocess.run(["tshark", "-n", "-r", path, "-T", "jsonraw", "-j", "frame"], capture_output=True, text=True, check=True)
    return [bytes.fromhex(packet["_source"]["layers"]["frame_raw"][0]) for packet in json.loads(done.stdout)]


def pcap_arrives_byte_for_byte(folder):
    for endianness in "<", ">":
        for nano in False, True:
            source = save(os.path.join(folder, "in.pcap"), OLD, endianness=endianness, nano=nano, linktype=1)
            sent, _ = replay(folder, source)
            assert bytes_in(sent) == OLD


def pcapng_arrives_byte_for_byte(folder):
    sent, _ = replay(folder, save(os.path.join(folder, "in.pcapng"), OLD, writer=PcapNgWriter))
    assert bytes_in(sent) == OLD


def an_fcs_is_found_and_taken_off(folder):
    with_fcs = [frame + zlib.crc32(frame).to_bytes(4, "little") for frame in OLD]
    source = save(os.path.join(folder, "in.pcap"), with_fcs, linktype=1)
    sent, notes = replay(folder, source)
    assert bytes_in(sent) == OLD
    assert "end in their CRC-32" in notes, notes


def mapped_addresses_have_the_checksums_that_scapy_sums_anew(folder):
    sent, _ = replay(folder, save(os.path.join(folder, "in.pcap"), OLD, linktype=1), *MAPS)
    found = bytes_in(sent)
    for number, (frame, wanted) in enumerate(zip(found, NEW)):
        assert frame == wanted, f"frame {number}:\n{frame.hex()}\n{wanted.hex()}"
    assert len(found) == len(NEW)
    for status in tshark(sent, "ip.checksum.status", "udp.checksum.status", "tcp.checksum.status", "icmpv6.checksum.status"):
        assert not any("0" in column for column in status), status


def tshark_reads_ports_times_directions_and_comments(folder):
    sent, _ = replay(folder, save(os.path.join(folder, "in.pcap"), OLD[:3], linktype=1))
    found = tshark(sent, "frame.interface_name", "frame.time_epoch", "frame.packet_flags_direction", "frame.comment")
    outbound = "0x00000002"
    assert [row[:3] for row in found] == [["emu:a", f"{BEGAN + i}.000000000", outbound] for i in range(3)], found
    assert [row[3] for row in found] == ["the first", "", ""], found
    told = subprocess.run(["capinfos", sent], capture_output=True, text=True, check=True).stdout
    for words in ("pcapng", "Number of packets:   3", "Name = emu:a", "Speed = 10000000000", "Time precision = nanoseconds", "pktgen"):
        assert words in told, f"no {words!r} in\n{told}"


def a_short_snap_length_is_refused_by_number(folder):
    whole, cut = os.path.join(folder, "whole.pcap"), os.path.join(folder, "cut.pcap")
    save(whole, [OLD[9], OLD[4]], linktype=1)
    subprocess.run(["editcap", "-s", "96", whole, cut], check=True)
    _, said = replay(folder, cut, code=3)
    assert "record 2: 96 of 1446 bytes were captured" in said, said


def main():
    failed = 0
    for case in (pcap_arrives_byte_for_byte, pcapng_arrives_byte_for_byte, an_fcs_is_found_and_taken_off,
                 mapped_addresses_have_the_checksums_that_scapy_sums_anew,
                 tshark_reads_ports_times_directions_and_comments, a_short_snap_length_is_refused_by_number):
        with tempfile.TemporaryDirectory() as folder:
            try:
                case(folder)
                print(f"ok      {case.__name__}")
            except Exception as fault:  # pylint: disable=broad-except
                print(f"FAILED  {case.__name__}: {fault!r}")
                failed += 1
    return 1 if failed else 0


sys.exit(main())
