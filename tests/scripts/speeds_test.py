#!/usr/bin/env python3
"""A ladder of link speeds as a person climbs it: speeds_test.py PKTGEN. Prints 'N passed, N failed'."""
import csv
import io
import os
import signal
import time

from program import ask, case, main, run, start, write

# An NBASE-T pair that loses jumbo frames at 2.5G and a little at 5G; times to link as such PHYs have them.
NBASE_T = """
[[link.speed]]
bits_per_second = 1e9
time_to_link_s = 2.5
[[link.speed]]
bits_per_second = 2.5e9
time_to_link_s = 6
max_frame_bytes = 1518
[[link.speed]]
bits_per_second = 5e9
time_to_link_s = 6.5
drop_every = 1000
[[link.speed]]
bits_per_second = 10e9
time_to_link_s = 4.25
latency_ns = 2000
[device]
kind = "switch"
latency_ns = 1000
"""
LADDER = "1G,2.5G,5G,10G"


def climb(*arguments, speeds=LADDER, code=0):
    document = ask("sweep", "--link-speeds", speeds, "--duration", "100ms", *arguments, code=code)
    return document, document["answer"]["link_speeds"]


def because(document, rule):
    return [f["because"] for f in document["findings"] if f["rule"] == rule]


@case
def a_perfect_cable_reaches_line_rate_at_each_speed(_):
    document, rungs = climb("--sizes", "64,1518")
    assert document["verdict"] == "pass", document["findings"]
    assert [r["link_bits_per_second"] for r in rungs] == [10**9, 2_500_000_000, 5 * 10**9, 10**10]
    assert [r["verdict"] for r in rungs] == ["pass"] * 4
    assert [r["trials"] for r in rungs] == [2] * 4
    frames = [t["sent"] for t in document["trials"] if t["frame_bytes"] == 64 and t["direction"] == "a>b"]
    assert frames == [148_809, 372_023, 744_047, 1_488_095], frames
    assert [t["link_bits_per_second"] for t in document["trials"]][::4] == [10**9, 2_500_000_000, 5 * 10**9, 10**10]
    assert all(99.99 < r["least_of_line_percent"] <= 100 for r in rungs), rungs


@case
def both_directions_together_are_told_as_two_times(_):
    """1448 of 1538 bytes on the wire: 941.48 Mb/s at 1G, 9.41 Gb/s at 10G, each way."""
    _, rungs = climb("--sizes", "64,1518")
    for rung in rungs:
        tcp = rung["tcp_equivalent_bits_per_second"]
        each = rung["link_bits_per_second"] * 1448 / 1538
        assert tcp["frame_bytes"] == 1518 and abs(tcp["together"] - 2 * each) < 2e-4 * each, tcp
        assert tcp["together"] == tcp["a>b"] + tcp["b>a"], tcp
    text = run("sweep", "--link-speeds", "1G,10G", "--sizes", "1518", "--duration", "100ms").stdout
    assert "Pass: passed at 1G, 10G. At 10G both directions together: 2 x 9.41 Gb/s TCP-equivalent, with frames of " \
           "1518 bytes." in text, text
    _, jumbo = climb("--sizes", "64,9018", speeds="10G")
    assert jumbo[0]["tcp_equivalent_bits_per_second"]["frame_bytes"] == 9018, jumbo
    one_way = run("sweep", "--link-speeds", "10G", "--sizes", "1518", "--duration", "100ms", "--direction", "a_to_b")
    assert "At 10G 9.41 Gb/s TCP-equivalent" in one_way.stdout, one_way.stdout


@case
def each_speed_has_its_time_to_link_loss_and_latency(folder):
    device = write(folder, "device.toml", NBASE_T)
    document, rungs = climb("--device", device, "--sizes", "64,1518,9018", code=1)
    assert [r["time_to_link_ns"]["a"] for r in rungs] == [2_500_000_000, 6_000_000_000, 6_500_000_000, 4_250_000_000]
    assert [r["verdict"] for r in rungs] == ["pass", "fail", "fail", "pass"]
    lost = [t["ledger"]["lost"] for t in document["trials"]
            if t["link_bits_per_second"] == 5 * 10**9 and t["direction"] == "a>b"]
    assert lost == [744, 40, 6], lost
    # Store and forward at the egress speed, and the device's own latency.
    assert rungs[0]["latency_frame_bytes"] == 64
    latencies = [r["latency_ns"]["p50"] for r in rungs]
    assert latencies[0] > latencies[1] > latencies[2] and 2000 <= latencies[3] < 2200, latencies


@case
def jumbo_frames_lost_at_one_speed_alone_are_told(folder):
    device = write(folder, "device.toml", NBASE_T)
    document, rungs = climb("--device", device, "--sizes", "64,1518,9018", speeds="1G,2.5G,10G", code=1)
    assert because(document, "speed-frame-size-limit") == [
        "frames above 1518 bytes are lost at 2.5G only; at 1G and 10G those of 9018 bytes came too"], document["findings"]
    assert [r["largest_passed_frame_bytes"] for r in rungs] == [None, 1518, None]
    limit = because(document, "frame-size-limit")
    assert limit and limit[0].startswith("at 2.5G: both ways: the largest frame that came is 1518 bytes"), limit


@case
def loss_at_one_speed_alone_is_told(folder):
    device = write(folder, "device.toml", NBASE_T)
    document, _ = climb("--device", device, "--sizes", "64,1518", speeds="1G,5G,10G", code=1)
    assert because(document, "speed-loses") == ["5G failed while 1G and 10G passed, over the same ports and cable"]
    text = run("sweep", "--link-speeds", "1G,5G,10G", "--duration", "100ms", "--device", device, "--sizes", "64,1518",
               code=1).stdout
    assert "Fail: failed at 5G; passed at 1G, 10G." in text, text
    assert "5G a>b: 64, 1518 bytes" in text, text


@case
def a_speed_that_does_not_come_up_is_not_measured_and_the_others_are(folder):
    device = write(folder, "device.toml", NBASE_T)
    document, rungs = climb("--device", device, "--sizes", "64", speeds="100M,1G,10G", code=6)
    assert [r["verdict"] for r in rungs] == ["not_measured", "pass", "pass"]
    assert rungs[0]["stopped_by"] == \
        "emu:a: its link doesn't come up at 100M; the device file has 1G, 2.5G, 5G, 10G for it", rungs[0]
    assert because(document, "speed-not-measured") == ["at 100M: " + rungs[0]["stopped_by"]]
    assert document["verdict"] == "not_measured"
    _, none = climb("--device", device, "--sizes", "64", speeds="100M", code=6)
    assert none[0]["trials"] == 0 and none[0]["tcp_equivalent_bits_per_second"]["together"] is None


@case
def the_order_is_the_persons(_):
    _, rungs = climb("--sizes", "64", speeds="10G,1G")
    assert [r["link_bits_per_second"] for r in rungs] == [10**10, 10**9]


@case
def files_carry_the_speed(folder):
    out = os.path.join(folder, "run")
    run("sweep", "--link-speeds", "1G,2.5G", "--sizes", "64", "--duration", "10ms", "--out", out)
    assert sorted(os.listdir(os.path.join(out, "samples")))[0].startswith("1G_0064_"), os.listdir(out)
    assert len(os.listdir(os.path.join(out, "samples"))) == 8
    with open(os.path.join(out, "result.csv"), encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert [line["link_bits_per_second"] for line in lines] == ["1000000000"] * 2 + ["2500000000"] * 2
    assert 'link_speeds = ["1G", "2.5G"]' in open(os.path.join(out, "plan.toml"), encoding="utf-8").read()
    again = run("sweep", os.path.join(out, "plan.toml"), "--out", os.path.join(folder, "again"), "--csv").stdout
    assert [line["sent"] for line in csv.DictReader(io.StringIO(again))] == [line["sent"] for line in lines]
    assert "2.5G a\\u003eb delivered" in open(os.path.join(out, "report.html"), encoding="utf-8").read()


@case
def what_makes_no_sense_is_refused(folder):
    assert "1G is there twice" in run("sweep", "--link-speeds", "1G,1G", code=3).stderr
    assert "3G" in run("sweep", "--link-speeds", "1G,3G", code=3).stderr
    assert "virtual time" in run("sweep", "--link-speeds", "1G", "--real-time", code=3).stderr
    # A load that fits 10G alone is refused before the first speed.
    refused = run("sweep", "--link-speeds", "10G,1G", "--sizes", "64", "--load", "5Mfps", code=3)
    assert "the link carries at most 1488095 frames/s (1 Gb/s)" in refused.stderr and refused.stdout == "", refused.stderr
    assert "ethtool -s" in run("sweep", "--ports", "if:x0,if:x1", "--link-speeds", "1G", code=3).stderr
    twice = write(folder, "twice.toml", "[[link.speed]]\nbits_per_second = 1e9\n" * 2)
    assert "twice" in run("sweep", "--device", twice, "--link-speeds", "1G", code=3).stderr


@case
def ctrl_c_keeps_the_speeds_that_were_measured(_):
    process = start("sweep", "--link-speeds", LADDER, "--duration", "1h", "--load", "1%", "--sizes", "64", "--json")
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=60)
    assert process.returncode == 130, (process.returncode, printed)
    assert '"interrupted"' in printed and "stopped by hand" in printed, printed[-2000:]


main()
