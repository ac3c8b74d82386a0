#!/usr/bin/env python3
"""pktgen throughput against devices whose truth is known: throughput_test.py PKTGEN. Prints 'N passed, N failed'."""
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PKTGEN = os.path.abspath(sys.argv[1])
LINE_RATE_64 = 1e10 / 8 / 84
PRECISION = LINE_RATE_64 / 1000
CAPACITY = "[device]\ncapacity_frames_per_second = 7_000_000\n"
A_TENTH = "[link]\nbits_per_second = 1e9\n[device]\ncapacity_frames_per_second = 700_000\n"
CASES = []


def case(function):
    CASES.append(function)
    return function


def run(*arguments, code=0):
    done = subprocess.run([PKTGEN, "throughput", *arguments], capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == code, f"exit {done.returncode}, wanted {code}: {arguments}\n{done.stderr}{done.stdout}"
    return done


def search(*arguments, code=0):
    return json.loads(run("--quick", "--sizes", "64", "--json", *arguments, code=code).stdout)


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def unfinished(out):
    """Journals of a run that hasn't put its folder into place yet."""
    return glob.glob(f"{glob.escape(out)}.part-*/journal_*.jsonl")


def rules(document):
    return [finding["rule"] for finding in document["findings"]]


@case
def a_cable_carries_line_rate(_):
    document = json.loads(run("--quick", "--json").stdout)
    assert document["verdict"] == "pass", document["verdict"]
    sizes = [size["frame_bytes"] for size in document["answer"]]
    assert sizes == [64, 128, 256, 512, 1024, 1280, 1518, 2048, 4096, 9000, 9018], sizes
    for size in document["answer"]:
        assert size["throughput_percent"] == 100 and size["upper_bound_frames_per_second"] is None, size


@case
def seven_million_frames_a_second_are_found_to_the_precision_and_never_above(folder):
    device = write(folder, "device.toml", CAPACITY)
    for way in ("both", "a>b", "b>a"):
        [found] = search("--device", device, "--direction", way)["answer"]
        assert found["direction"] == way, found
        assert 7e6 - PRECISION <= found["throughput_frames_per_second"] <= 7e6 < found["upper_bound_frames_per_second"], found
        assert found["upper_bound_frames_per_second"] - found["throughput_frames_per_second"] <= PRECISION, found
    [found] = search("--device", device, "--precision", "0.001%")["answer"]
    assert 7e6 - PRECISION / 100 <= found["throughput_frames_per_second"] <= 7e6, found


@case
def trials_last_as_long_as_rfc_2544_wants_unless_told_otherwise(folder):
    device = write(folder, "slow.toml", "[link]\nbits_per_second = 1_000_000\n[device]\ncapacity_frames_per_second = 500\n")
    document = json.loads(run("--sizes", "64", "--json", "--device", device).stdout)
    [found] = document["answer"]
    assert "not-rfc2544" not in rules(document), rules(document)
    passed = [trial for trial in document["trials"] if trial["load_frames_per_second"] == found["throughput_frames_per_second"]]
    assert {round(trial["duration_s"], 6) for trial in passed} == {10, 60}, [trial["duration_s"] for trial in passed]
    assert 498 <= found["throughput_frames_per_second"] <= 500, found
    assert "not-rfc2544" in rules(search("--device", device))


@case
def a_search_goes_on_from_wherever_it_was_stopped(folder):
    device = write(folder, "device.toml", A_TENTH)
    whole = os.path.join(folder, "whole")
    wanted = search("--device", device, "--out", whole)["answer"]
    with open(os.path.join(whole, "journal_0064.jsonl"), encoding="utf-8") as file:
        journal = file.readlines()
    assert len(journal) == wanted[0]["trials"] + 1 > 12, len(journal)
    for known in range(1, len(journal) + 1):
        part = os.path.join(folder, f"part{known}")
        os.mkdir(part)
        write(part, "journal_0064.jsonl", "".join(journal[:known]) + '{"question":{"load_fr'[:known])
        document = search("--device", device, "--resume", part)
        assert document["answer"] == wanted, (known, document["answer"])
        assert len(document["trials"]) == 2 * (len(journal) - known), known
    asked_otherwise = run("--quick", "--sizes", "64", "--device", device, "--precision", "1%", "--resume", whole, code=3)
    assert "is of another goal" in asked_otherwise.stderr, asked_otherwise.stderr


@case
def ctrl_c_ends_it_with_what_is_known_and_the_rest_follows(folder):
    device = write(folder, "device.toml", A_TENTH)
    out, rest = os.path.join(folder, "out"), os.path.join(folder, "rest")
    options = ["--sizes", "64,128", "--device", device, "--duration", "30s", "--search-duration", "2s"]
    process = subprocess.Popen([PKTGEN, "throughput", *options, "--out", out], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    while process.poll() is None and not any(os.path.getsize(journal) > 1000 for journal in unfinished(out)):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=60)
    assert process.returncode == 130, (process.returncode, printed)
    assert "stopped by hand" in printed, printed
    with open(os.path.join(out, "result.json"), encoding="utf-8") as file:
        assert json.load(file)["answer"][0]["ended"] == "not_yet"
    resumed = json.loads(run(*options, "--json", "--out", rest, "--resume", out).stdout)
    assert resumed["answer"] == json.loads(run(*options, "--json").stdout)["answer"]


@case
def accepted_loss_is_no_throughput_of_rfc_2544(folder):
    device = write(folder, "device.toml", "[fault]\ndrop_every = 1000\n")
    refused = search("--device", device, code=1)
    assert refused["answer"][0]["throughput_frames_per_second"] is None and "nothing-passes" in rules(refused), refused
    [found] = search("--device", device, "--accepted-loss", "0.1%")["answer"]
    assert found["throughput_percent"] == 100, found
    assert "loss-accepted" in rules(search("--device", device, "--accepted-loss", "0.1%"))


@case
def what_the_tester_cannot_offer_is_not_measured(folder):
    device = write(folder, "device.toml", "[tester]\ntx_capacity_frames_per_second = 7_000_000\n")
    document = search("--device", device, code=6)
    [found] = document["answer"]
    assert document["verdict"] == "not_measured" and "trials-given-up" in rules(document), document["findings"]
    assert found["upper_bound_frames_per_second"] is None, found
    assert found["throughput_frames_per_second"] <= 7.01e6 <= found["lowest_unmeasured_frames_per_second"] * 1.001, found


@case
def a_pause_of_the_device_is_no_line_rate(folder):
    device = write(folder, "device.toml", A_TENTH + "[tester]\npause_received = true\n")
    document = search("--device", device, code=1)
    assert document["answer"][0]["throughput_frames_per_second"] is None, document["answer"]
    [told] = [finding for finding in document["findings"] if finding["rule"] == "trials-fell-short"]
    assert "peer-pauses-us" in told["because"], told


def main():
    passed = failed = 0
    for function in CASES:
        folder = tempfile.mkdtemp()
        try:
            function(folder)
            print(f"ok      {function.__name__}")
            passed += 1
        except Exception as fault:  # pylint: disable=broad-except
            print(f"FAILED  {function.__name__}: {fault}")
            failed += 1
        finally:
            shutil.rmtree(folder)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
