#!/usr/bin/env python3
"""pktgen calibrate on testers whose limits are known: calibrate_test.py PKTGEN. Prints 'N passed, N failed'."""
import json
import os
import signal
import subprocess
import time

from program import PKTGEN, ask, case, main, rules, run, write

# A tester that sends 50,000 frames a second at most, and one that sends 30,000 from a; links of 100 Mb/s.
LINK = "[link]\nbits_per_second = 100_000_000\n"
WEAK = LINK + "[tester]\ntx_capacity_frames_per_second = 50_000\n"


def calibrate(folder, device_text, *arguments, sizes="64", code=0):
    """The document, and the file it was stored as."""
    device, store = write(folder, "device.toml", device_text), os.path.join(folder, "tester.toml")
    words = ["calibrate", "--quick", "--json", "--sizes", sizes, "--device", device, "--store", store, *arguments]
    return json.loads(run(*words, code=code).stdout), store


@case
def a_testers_ceiling_is_the_rate_that_it_sends(folder):
    document, store = calibrate(folder, WEAK)
    [size] = document["answer"]["sizes"]
    assert [one["direction"] for one in size["ceilings"]] == ["a>b", "b>a", "both"], size
    for one in size["ceilings"]:
        assert not one["is_line_rate"] and 49_900 <= one["ceiling_frames_per_second"] <= 50_000, one
        # Just above its 50,000 frames wait longer and longer in the tester's own ring.
        assert one["limited_by"] == "delivered-too-slowly", one
    floor = size["latency_floor_ns"]["a>b"]
    # 64 bytes at 100 Mb/s, and 5 ns of cable.
    assert floor["min"] == floor["p50"] == 5125 and floor["samples"] == 1000, floor
    assert document["verdict"] == "pass" and document["answer"]["stored"] == store and os.path.exists(store)
    assert document["answer"]["clock_error_ppm"] == 0, document["answer"]


@case
def a_tester_that_makes_line_rate_says_so_and_what_a_byte_adds(folder):
    document, _ = calibrate(folder, LINK, sizes="64,512,1518")
    for size in document["answer"]["sizes"]:
        assert all(one["is_line_rate"] and one["limited_by"] is None for one in size["ceilings"]), size
    slope = document["answer"]["slope"]["b>a"]
    assert abs(slope["mean_ns_per_byte"] - 80) < 1e-6 and abs(slope["tester_ns_per_byte"]) < 1e-6, slope


@case
def each_way_has_its_own_ceiling_and_both_that_of_the_slower(folder):
    document, _ = calibrate(folder, LINK + "[a_to_b.tester]\ntx_capacity_frames_per_second = 30_000\n")
    [size] = document["answer"]["sizes"]
    found = {one["direction"]: one["ceiling_frames_per_second"] for one in size["ceilings"]}
    assert 29_850 <= found["a>b"] <= 30_000 and 29_850 <= found["both"] <= 30_000, found
    assert abs(found["b>a"] - 148_809.5238) < 0.001, found


@case
def a_receiver_that_misses_frames_at_every_load_is_no_calibration(folder):
    document, store = calibrate(folder, LINK + "[tester]\nrx_miss_every = 10\n", code=6)
    assert rules(document) == ["no-ceiling"], document["findings"]
    assert "tester-could-not-receive" in document["findings"][0]["because"], document["findings"]
    assert not os.path.exists(store) and document["answer"]["stored"] is None, document["answer"]


@case
def what_behaves_like_a_device_is_refused_and_nothing_is_stored(folder):
    for name, text in {
        "loss": "[fault]\ndrop_every = 1000\n",
        "capacity": "[device]\nkind = \"switch\"\ncapacity_frames_per_second = 40_000\n",
        "bit errors": "[fault]\ncrc_error_every = 1000\n",
        "doubles": "[fault]\nduplicate_every = 1000\n",
        "spanning tree": "[chatter]\nstp = 100\n",
        "pause": "[tester]\npause_received = true\n",
    }.items():
        document, store = calibrate(folder, LINK + text, code=6)
        assert rules(document) == ["not-a-plain-cable"], (name, document["findings"])
        assert not os.path.exists(store) and document["answer"]["signs_of_a_device"], name
    stores, store = calibrate(folder, LINK + "[device]\nkind = \"switch\"\nbuffer_bytes = 500_000\n", sizes="64,512,1518", code=6)
    assert "something stores whole frames" in stores["findings"][0]["because"], stores["findings"]
    assert not os.path.exists(store)


@case
def the_report_begins_with_the_question(folder):
    text = run("calibrate", "--quick", "--sizes", "1518", "--device", write(folder, "d.toml", LINK)).stdout.splitlines()
    assert text[0].startswith("EMULATED"), text[0]
    assert text[1].startswith("Does a plain cable, and nothing else, lie between emu:a and emu:b?"), text[1]
    assert "nothing was stored, for ports in virtual time need no calibration (--store FILE)" in text[-1], text[-1]


@case
def loss_above_the_ceiling_is_not_measured_and_below_it_the_devices(folder):
    _, store = calibrate(folder, WEAK)
    lossy = write(folder, "lossy.toml", LINK + "[fault]\ndrop_every = 1000\n")
    words = ["--sizes", "64", "--duration", "1s", "--device", lossy]
    above = ask("sweep", "--load", "60kfps", "--calibration", store, *words, code=6)
    assert [f["rule"] for f in above["trials"][0]["findings"]] == ["above-calibrated-ceiling"], above["trials"][0]["findings"]
    assert above["trials"][0]["ledger"]["lost"] == 60 and above["calibration"]["file"] == store
    below = ask("sweep", "--load", "40kfps", "--calibration", store, *words, code=1)
    assert [f["rule"] for f in below["trials"][0]["findings"]] == ["device-drops"], below["trials"][0]["findings"]
    none = ask("sweep", "--load", "60kfps", *words, code=1)
    assert none["calibration"] is None and none["trials"][0]["latency_above_floor_ns"] is None
    clean = write(folder, "clean.toml", LINK)
    ask("sweep", "--load", "60kfps", "--calibration", store, "--sizes", "64", "--duration", "1s", "--device", clean)


@case
def searches_streams_and_services_are_held_against_it_too(folder):
    _, store = calibrate(folder, WEAK, sizes="64,1518")
    lossy = write(folder, "lossy.toml", LINK + "[device]\nkind = \"switch\"\nbuffer_bytes = 100_000\ncapacity_frames_per_second = 55_000\n")
    held = ["--device", lossy, "--calibration", store]
    document = ask("throughput", "--quick", "--sizes", "64", "--repeats", "0", *held, code=6)
    [found] = document["answer"]
    assert 49_000 < found["throughput_frames_per_second"] and found["upper_bound_frames_per_second"] is None, found
    sent = ask("send", "--load", "80kfps", "--sizes", "64", "--duration", "1s", *held, code=6)
    assert "above-calibrated-ceiling" in rules(sent), sent["findings"]
    mixed = ask("send", "--load", "9kfps", "--sizes", "64:1,1518:1", "--duration", "1s", *held)
    assert "above-calibrated-ceiling" not in rules(mixed), mixed["findings"]
    service = ask("service", "--cir", "40M", "--quick", "--test", "configuration", *held, code=6)
    assert "above-calibrated-ceiling" in rules(service), service["findings"]


@case
def latency_stands_above_the_floor_and_below_it_is_impossible(folder):
    _, store = calibrate(folder, LINK, sizes="64,512")
    slow = write(folder, "slow.toml", LINK + "[device]\nkind = \"cut_through\"\nlatency_ns = 4000\n")
    words = ["--sizes", "64", "--load", "1%", "--duration", "1s", "--calibration", store]
    [first, _] = ask("sweep", "--device", slow, *words)["trials"]
    assert first["latency_above_floor_ns"] == {"min": ABOVE, "mean": ABOVE, "p50": ABOVE, "p99": ABOVE}, first["latency_above_floor_ns"]
    text = run("sweep", "--device", slow, *words).stdout
    assert "p50 above floor" in text and "calibrated on 20" in text and "latency floor 5,125 ns" in text, text
    latency = ask("latency", "--quick", "--sizes", "64", "--device", slow, "--calibration", store)
    assert all(point["latency_above_floor_ns"]["min"] == ABOVE for point in latency["answer"]), latency["answer"]
    shorter = write(folder, "shorter.toml", LINK + "propagation_ns = 4\n")
    short = ask("sweep", "--device", shorter, *words)
    assert [f["rule"] for f in short["trials"][0]["findings"]] == ["latency-below-floor"], short["trials"][0]["findings"]
    assert short["trials"][0]["latency_above_floor_ns"]["min"] is None


ABOVE = 4000


@case
def the_calibration_of_another_tester_is_never_used(folder):
    _, store = calibrate(folder, LINK)
    faster = write(folder, "faster.toml", "[link]\nbits_per_second = 1_000_000_000\n")
    words = ["sweep", "--sizes", "64", "--duration", "10ms", "--calibration", store]
    said = run(*words, "--device", faster, code=3).stderr
    assert "is of another tester (link of port a: 100M there, 1G here; link of port b: 100M there, 1G here)" in said, said
    said = run(*words, "--device", write(folder, "d.toml", LINK), "--verify-payload", code=3).stderr
    assert "(verify-payload: off there, on here)" in said, said
    with open(store, encoding="utf-8") as file:
        text = file.read()
    said = run(*words[:-1], write(folder, "changed.toml", text.replace("emulated = true", "emulated = true\nsure = 1")), code=3).stderr
    assert "changed.toml:5:1: calibration: unknown key \"sure\"" in said, said
    run(*words[:-1], "/nowhere/tester.toml", code=4)


@case
def ctrl_c_keeps_what_was_measured_and_stores_nothing(folder):
    store = os.path.join(folder, "tester.toml")
    device = write(folder, "device.toml", LINK)
    words = [PKTGEN, "calibrate", "--duration", "10min", "--sizes", "64", "--json", "--store", store, "--device", device]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate(timeout=60)
    document = json.loads(text)
    assert process.returncode == 130 and rules(document) == ["interrupted"], document["findings"]
    assert not os.path.exists(store) and document["answer"]["stored"] is None, document["answer"]


@case
def files_and_csv_are_as_of_the_other_commands(folder):
    device, out = write(folder, "device.toml", LINK), os.path.join(folder, "out")
    words = ["calibrate", "--quick", "--sizes", "1518", "--device", device]
    csv = run(*words, "--csv", "--out", out).stdout.splitlines()
    assert csv[0].startswith("emulated,frame_bytes") and len(csv) > 8, csv
    assert {"result.json", "result.csv", "report.html", "plan.toml"} <= set(os.listdir(out)), os.listdir(out)
    with open(os.path.join(out, "report.html"), encoding="utf-8") as file:
        assert "Does a plain cable" in file.read()
    assert "--direction is for pktgen sweep" in run(*words, "--direction", "both", code=2).stderr


main()
