#!/usr/bin/env python3
"""pktgen replay as people use it: replay_test.py PKTGEN"""
import json
import struct

import program
from program import case, main

FRAME = bytes.fromhex("020000000002" "020000000001" "88b5") + bytes(100)


def run(*arguments, code=0):
    return program.run("replay", *arguments, code=code)


def capture(path, frames, gap_ns=1000, cut=None):
    with open(path, "wb") as file:
        file.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 1))
        for i in range(frames):
            kept = FRAME[:cut] if cut and i == 2 else FRAME
            file.write(struct.pack("<IIII", 1_700_000_000, i * gap_ns, len(kept), len(FRAME)) + kept)
    return path


def answer(*arguments):
    return json.loads(run("--json", *arguments).stdout)["answer"]


@case
def frames_leave_with_their_recorded_gaps(folder):
    sent = answer(capture(f"{folder}/a.pcap", 1000))
    assert sent["sent"] == sent["sender"]["tx_frames"] == sent["receiver"]["rx_frames"] == 1000, sent
    assert sent["bytes"] == 1000 * 118 and sent["sending_time_s"] == 0.000999 and sent["largest_lag_ns"] == 0, sent
    assert abs(sent["offered_frames_per_second"] - 1e6) < 1, sent


@case
def twice_the_speed_halves_the_time(folder):
    assert answer(capture(f"{folder}/b.pcap", 1000), "--speed", "2")["sending_time_s"] == 0.0004995


@case
def a_load_spaces_frames_by_their_bits(folder):
    sent = answer(capture(f"{folder}/c.pcap", 1001), "--load", "10%")  # 138 bytes a slot at 1 Gb/s: 1104 ns
    assert abs(sent["sending_time_s"] - 0.001104) < 2e-9, sent


@case
def nothing_is_left_out_when_all_is_due_at_once(folder):
    sent = answer(capture(f"{folder}/d.pcap", 5000), "--fastest", "--loops", "3")
    assert sent["sent"] == sent["receiver"]["rx_frames"] == 15000 and sent["loops"] == 3, sent
    assert sent["load_percent"] is None or sent["load_percent"] <= 100.01, sent


@case
def mistakes_are_one_line(folder):
    good = capture(f"{folder}/e.pcap", 10)
    for code, words, *arguments in (
            (3, ["capture file"],), (4, ["nowhere.pcap"], f"{folder}/nowhere.pcap"),
            (2, ["sizes", "sweep"], good, "--sizes", "64"), (3, ["keep one"], good, "--load", "10%", "--speed", "2"),
            (3, ["record 3"], capture(f"{folder}/f.pcap", 10, cut=60)), (3, ["loops"], good, "--loops", "0"),
            (3, ["largest"], good, "--largest", "63")):
        done = run(*arguments, code=code)
        assert len(done.stderr.splitlines()) == 1 and all(word in done.stderr for word in words), done.stderr


main()
