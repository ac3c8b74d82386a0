#!/usr/bin/env python3
"""Long runs from the command line: soak_test.py PKTGEN. Prints 'N passed, N failed'."""
import csv
import io
import json
import os
import signal
import struct
import time

import program
from modules import store_sr_module
from program import case, main, rules, start

SIGNATURE_AT = 14 + 20 + 8


def run(*arguments, code=0):
    return program.run("soak", *arguments, code=code)


def answer(*arguments, code=0):
    document = json.loads(run("--json", *arguments, code=code).stdout)
    return document["answer"], document


def device(folder, text):
    path = os.path.join(folder, "device.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def packets(path):
    """Comment, port and sequence number of each frame of a pcapng file."""
    with open(path, "rb") as file:
        data = file.read()
    found, at = [], 0
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        if kind == 6:
            port, _, _, kept, _ = struct.unpack_from("<IIIII", data, at + 8)
            frame = data[at + 28:at + 28 + kept]
            option, comment = at + 28 + (kept + 3) // 4 * 4, ""
            while True:
                code, size = struct.unpack_from("<HH", data, option)
                if code == 0:
                    break
                if code == 1:
                    comment = data[option + 4:option + 4 + size].decode()
                option += 4 + (size + 3) // 4 * 4
            assert frame[SIGNATURE_AT:SIGNATURE_AT + 2] == b"pg", frame[:64]
            found.append((comment, port, int.from_bytes(frame[SIGNATURE_AT + 4:SIGNATURE_AT + 10], "big")))
        at += length
    return found


@case
def a_clean_cable_passes_with_a_bound_of_three_by_the_bits(_):
    found, document = answer("--duration", "2h", "--load", "100fps")
    assert document["verdict"] == "pass" and document["emulated"], document["verdict"]
    assert found["bits"] == 720_000 * 1518 * 8 and found["errors"] == 0, (found["bits"], found["errors"])
    assert abs(found["ber_upper_bound_95"] * found["bits"] - 3) < 1e-9, found["ber_upper_bound_95"]
    assert found["ber"] == "not_shown" and "ber-not-shown" in rules(document), rules(document)
    # 3e12 bits at 100 frames of 12,144 bits a second.
    assert abs(found["time_to_show_s"] - 3e12 / 1_214_400) < 1, found["time_to_show_s"]
    assert found["events"] == [] and len(found["intervals"]) == 720, len(found["intervals"])
    assert sum(interval["a>b"]["delivered"] for interval in found["intervals"]) == 720_000


@case
def losses_flaps_and_bit_errors_are_told_apart(folder):
    faults = device(folder, "[a_to_b.fault]\ndrop_every = 2500\nflap_at_s = [31.0]\nflap_for_s = 0.1\n"
                            "[b_to_a.fault]\ncrc_error_every = 700\n")
    found, document = answer("--duration", "60s", "--load", "100fps", "--bidirectional", "--device", faults, code=1)
    there, back = found["directions"]
    assert (there["lost_without_crc_error"], there["errors"]) == (12, 0), there
    assert (back["lost_without_crc_error"], back["errors"]) == (0, 8), back
    assert back["ber"] == "refuted" and there["ber"] == "not_shown", (back["ber"], there["ber"])
    assert {"link-flapped", "ber-refuted", "device-drops", "lost-without-crc"} <= set(rules(document)), rules(document)
    losses = [e for e in found["events"] if e["direction"] == "a>b"]
    assert [(e["at_s"], e["frames"], e["sequence_before"], e["sequence_after"]) for e in losses] == [
        (24.99, 1, 2498, 2500), (31.0, 10, 3099, 3110), (50.09, 1, 5008, 5010)], losses
    assert abs(losses[1]["lasted_s"] - 0.1) < 1e-9, losses[1]
    assert found["link_downs"] == [{"port": "a", "at_s": 31.0, "lasted_s": 0.1, "lasted_at_most": False}], found["link_downs"]
    assert found["intervals"][3]["a>b"]["lost"] == 10 and found["intervals"][3]["link_down_s"] == [0.1, 0.0]
    assert sum(i["b>a"]["rx_crc_errors"] for i in found["intervals"]) == 8


@case
def out_holds_the_frames_around_each_loss(folder):
    out = os.path.join(folder, "out")
    faults = device(folder, "[a_to_b.fault]\ndrop_every = 1000\n")
    done = run("--duration", "25s", "--load", "100fps", "--keep", "2", "--device", faults, "--out", out, code=1)
    assert "losses.pcapng" in done.stdout, done.stdout
    assert {"losses.pcapng", "plan.toml", "report.html", "result.csv", "result.json"} <= set(os.listdir(out)), os.listdir(out)
    frames = packets(os.path.join(out, "losses.pcapng"))
    assert [number for _, _, number in frames] == [997, 998, 1000, 1001, 1997, 1998, 2000, 2001], frames
    assert {port for _, port, _ in frames} == {1}, "arrived at the second port"
    assert frames[1][0].startswith("before loss 1 (a>b, numbers 999 to 999, at 9.990000 s"), frames[1]
    assert frames[6][0].startswith("after loss 2"), frames[6]
    with open(os.path.join(out, "result.json"), encoding="utf-8") as file:
        found = json.load(file)["answer"]
    assert found["capture_file"] == "losses.pcapng" and all(e["captured"] for e in found["events"]), found["events"]
    with open(os.path.join(out, "report.html"), encoding="utf-8") as file:
        assert "Latency, interval by interval" in file.read()


@case
def csv_has_a_line_for_each_interval_and_direction(_):
    lines = list(csv.DictReader(io.StringIO(run("--csv", "--duration", "1min", "--load", "100fps", "--bidirectional").stdout)))
    assert len(lines) == 12, len(lines)
    assert [line["direction"] for line in lines[:2]] == ["a>b", "b>a"]
    assert sum(int(line["delivered"]) for line in lines) == 12_000


@case
def a_ratio_that_was_asked_for_is_shown_or_not_measured(_):
    _, document = answer("--duration", "30s", "--load", "100fps", "--ber", "1e-7")
    assert document["verdict"] == "pass" and "ber-shown" in rules(document), rules(document)
    answer("--duration", "30s", "--load", "100fps", "--ber", "1e-8", code=6)


@case
def what_the_tester_missed_is_not_measured(folder):
    faults = device(folder, "[tester]\nrx_miss_every = 500\n")
    found, document = answer("--duration", "30s", "--load", "100fps", "--device", faults, code=6)
    assert "tester-could-not-receive" in rules(document) and found["lost_without_crc_error"] == 0, rules(document)


@case
def a_day_is_told_in_a_thousand_intervals_at_most(folder):
    faults = device(folder, "[a_to_b.fault]\ndrop_every = 100_000\n")
    found, document = answer("--duration", "24h", "--load", "20fps", "--device", faults, "--accepted-loss", "0.01%")
    assert len(found["intervals"]) == 540 and found["intervals_merged"] == 16, len(found["intervals"])
    assert found["interval_s"] == 160 and "intervals-merged" in rules(document)
    assert found["loss_events"] == 17 and document["verdict"] == "pass", found["loss_events"]


@case
def a_plans_streams_are_watched_by_name(folder):
    plan = os.path.join(folder, "plan.toml")
    with open(plan, "w", encoding="utf-8") as file:
        file.write('every = "5s"\n[[stream]]\nname = "voice"\nsizes = 218\nload = "50fps"\n'
                   '[[stream]]\nname = "data"\nsizes = 1518\nload = "100fps"\n')
    faults = device(folder, "[a_to_b.fault]\nflap_at_s = [12.0]\nflap_for_s = 1.0\n")
    found, _ = answer(plan, "--duration", "30s", "--device", faults, code=1)
    assert [(e["stream"], e["frames"]) for e in found["events"]] == [("voice", 50), ("data", 100)], found["events"]
    assert len(found["intervals"]) == 6


def course(folder, faults, *stages):
    """A device file with modules that receive 0.5 mW (-3.0 dBm), and what they measure later."""
    store_sr_module(os.path.join(folder, "sr.bin"), 5000)
    return device(folder, f'{faults}\n[module]\neeprom = "sr.bin"\n' +
                  "".join(f"[[module.course]]\n{stage}\n" for stage in stages))


@case
def light_that_fell_is_told_beside_the_loss(folder):
    faults = course(folder, "[a_to_b.fault]\nflap_at_s = [31.05]\nflap_for_s = 0.1\ndrop_every = 5000\n",
                    'at = "30s"\nport = "b"\nrx_power_dbm = -9', 'at = "40s"\nport = "b"\nrx_power_dbm = -3')
    found, document = answer("--duration", "60s", "--load", "100fps", "--bidirectional", "--device", faults, code=1)
    assert [(e["at_s"], e["frames"]) for e in found["events"]] == [(31.05, 10), (50.09, 1)], found["events"]
    near, far = [event["modules"]["b"] for event in found["events"]]

    def received(reading):
        return [v["value"] for v in reading["values"] if v["monitor"] == "rx_power_milliwatts"]
    assert near["before"]["at_s"] == 31 and received(near["before"]) == [0.1259], near
    assert near["after"]["at_s"] == 32, near
    assert far["before"]["at_s"] == 50 and received(far["before"]) == [0.5012], far
    assert [(m["port"], m["at_s"], m["what"]) for m in found["module_changes"]] == [
        ("b", 30, "rx power fell 6.0 dB from -3.0 to -9.0 dBm"),
        ("b", 40, "rx power rose 6.0 dB from -9.0 to -3.0 dBm")], found["module_changes"]
    told = [f["because"] for f in document["findings"] if f["rule"] == "module-moved-beside-loss"]
    assert told == ["a>b: the module of emu:b (FINISAR CORP. FTLX8571D3BCL) may be the cause: rx power fell 6.0 dB from "
                    "-3.0 to -9.0 dBm at 30.0 s, 1.1 s before the loss; 1 of 2 gaps in the numbers lie beside it"], told
    spans = found["modules"]["b"]["spans"]
    # Modules are read on while late frames are waited for, and once at the end.
    assert [s["readings"] for s in spans] == [10, 10, 10, 10, 10, 14], spans
    text = " ".join(run("--duration", "60s", "--load", "100fps", "--device", faults, code=1).stdout.split())
    assert "-9.00 dBm, then -9.00 dBm 30.14 C, then 30.14 C b: rx power fell 6.0 dB" in text, text


@case
def modules_are_read_as_often_as_asked(folder):
    quiet = course(folder, "", 'at = "5s"\nport = "a"\nbias_milliamperes = 12')
    found, document = answer("--duration", "10s", "--load", "100fps", "--dom-interval", "250ms", "--device", quiet)
    assert found["modules"]["a"]["interval_s"] == 0.25, found["modules"]["a"]
    spans = [(s["from_s"], s["to_s"], s["readings"]) for s in found["modules"]["a"]["spans"]]
    assert spans == [(0, 10, 42)], spans
    assert [(m["port"], m["at_s"], m["beyond_threshold"]) for m in found["module_changes"]] == [("a", 5, True)]
    assert "module-moved" in rules(document) and document["verdict"] == "pass", rules(document)
    without, _ = answer("--duration", "10s", "--load", "100fps")
    assert without["modules"] == {"a": None, "b": None} and without["module_changes"] == [], without["modules"]


@case
def what_makes_no_sense_is_refused(_):
    assert "100ms to 1h" in run("--dom-interval", "1ms", code=3).stderr
    assert "100ms to 1h" in run("--every", "1ms", code=3).stderr
    assert "bit error ratio" in run("--ber", "2", code=3).stderr
    assert "longer than the whole run" in run("--every", "20s", "--duration", "10s", code=3).stderr
    assert "--rx-queues is for" in run("--rx-queues", "2", code=2).stderr
    assert "found 1" in run("--ports", "emu:a", code=3).stderr


@case
def ctrl_c_ends_it_with_what_was_measured(_):
    process = start("soak", "--duration", "24h", "--every", "1s", "--json")
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=60)
    assert process.returncode == 130, (process.returncode, printed)
    document = json.loads(printed)
    found = document["answer"]
    assert document["verdict"] == "not_measured" and rules(document)[0] == "interrupted", rules(document)
    sent = sum(interval["a>b"]["sent"] for interval in found["intervals"])
    assert sent == found["directions"][0]["sent"] > 0 and found["lost_without_crc_error"] == 0, found["directions"]


main()
