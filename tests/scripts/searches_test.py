#!/usr/bin/env python3
"""The searches against devices whose truth is known: searches_test.py PKTGEN. Prints 'N passed, N failed'."""
import glob
import json
import os
import signal
import time

from program import ask, case, main, rules, run, start, write

LINE_RATE_64 = 1e10 / 8 / 84
PRECISION = LINE_RATE_64 / 1000
CAPACITY = "[device]\ncapacity_frames_per_second = 7_000_000\n"
A_TENTH = "[link]\nbits_per_second = 1e9\n[device]\ncapacity_frames_per_second = 700_000\n"


def search(*arguments, code=0, command="throughput"):
    return ask(command, "--quick", "--sizes", "64", *arguments, code=code)


def unfinished(out):
    """Journals of a run that hasn't put its folder into place yet."""
    return glob.glob(f"{glob.escape(out)}.part-*/journals/*.jsonl")


@case
def seven_million_frames_a_second_are_found_to_the_precision_and_never_above(folder):
    device = write(folder, "device.toml", CAPACITY)
    for way in ("both", "a>b", "b>a"):
        [found] = search("--device", device, "--direction", way)["answer"]
        assert found["direction"] == way, found
        assert 7e6 - PRECISION <= found["throughput_frames_per_second"] <= 7e6 < found["upper_bound_frames_per_second"], found
        assert found["upper_bound_frames_per_second"] - found["throughput_frames_per_second"] <= PRECISION, found


@case
def trials_last_as_long_as_rfc_2544_wants_unless_told_otherwise(folder):
    device = write(folder, "slow.toml", "[link]\nbits_per_second = 1_000_000\n[device]\ncapacity_frames_per_second = 500\n")
    document = ask("throughput", "--sizes", "64", "--device", device)
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
    with open(os.path.join(whole, "journals", "throughput_0064.jsonl"), encoding="utf-8") as file:
        journal = file.readlines()
    assert len(journal) == wanted[0]["trials"] + 1 > 12, len(journal)
    for known in range(1, len(journal) + 1):
        part = os.path.join(folder, f"part{known}")
        os.makedirs(os.path.join(part, "journals"))
        write(part, "journals/throughput_0064.jsonl", "".join(journal[:known]) + '{"question":{"load_fr'[:known])
        document = search("--device", device, "--resume", part)
        assert document["answer"] == wanted, (known, document["answer"])
        assert len(document["trials"]) == 2 * (len(journal) - known), known
    asked_otherwise = run("throughput", "--quick", "--sizes", "64", "--device", device, "--precision", "1%", "--resume", whole, code=3)
    assert "is of another goal" in asked_otherwise.stderr, asked_otherwise.stderr


@case
def ctrl_c_ends_it_with_what_is_known_and_the_rest_follows(folder):
    device = write(folder, "device.toml", A_TENTH)
    out, rest = os.path.join(folder, "out"), os.path.join(folder, "rest")
    options = ["--sizes", "64,128", "--device", device, "--duration", "5s", "--search-duration", "1s"]
    process = start("throughput", *options, "--out", out)
    while process.poll() is None and not any(os.path.getsize(journal) > 1000 for journal in unfinished(out)):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=60)
    assert process.returncode == 130, (process.returncode, printed)
    assert "stopped by hand" in printed, printed
    with open(os.path.join(out, "result.json"), encoding="utf-8") as file:
        assert json.load(file)["answer"][0]["ended"] == "not_yet"
    resumed = ask("throughput", *options, "--out", rest, "--resume", out)
    assert resumed["answer"] == ask("throughput", *options)["answer"]


@case
def accepted_loss_is_no_throughput_of_rfc_2544(folder):
    device = write(folder, "device.toml", "[link]\nbits_per_second = 1e9\n[fault]\ndrop_every = 1000\n")
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


SWITCH = "[link]\nbits_per_second = 1e9\n[device]\nkind = \"switch\"\nlatency_ns = 20_000\n"


@case
def latency_is_that_of_the_device(folder):
    """At 1 Gb/s a frame of 64 bytes takes 512 ns to be stored; 20 us in the switch and a wire of 5 ns on both sides."""
    device = write(folder, "device.toml", SWITCH)
    points = search("--device", device, command="latency")["answer"]
    assert [(point["direction"], round(point["percent_of_throughput"])) for point in points] == [
        (way, percent) for percent in (100, 90, 50, 10) for way in ("a>b", "b>a")], points
    for point in points:
        latency = point["latency_ns"]
        assert 20517 <= latency["min"] and latency["max"] <= 21031, (point["load_percent"], latency)
        assert latency["samples"] > 0 and point["lost"] == 0 and point["repetitions"] == 1, point


@case
def loss_is_counted_down_until_two_loads_lose_nothing(folder):
    device = write(folder, "device.toml", A_TENTH)
    document = search("--device", device, command="loss")
    [found] = document["answer"]
    loads = [round(point["load_percent"]) for point in found["points"]]
    assert loads == [100, 90, 80, 70, 60, 50, 40, 30] and found["ended_clean"] is True, found
    line_rate = 1e9 / 8 / 84
    for point, load in zip(found["points"], loads):
        offered = line_rate * load / 100
        assert abs(point["loss_ratio"] - max(0, 1 - 7e5 / offered)) < 1e-5, point
    assert document["verdict"] == "pass", document["findings"]
    [finer] = search("--device", device, "--step", "2%", "--direction", "a>b", command="loss")["answer"]
    assert [round(point["load_percent"]) for point in finer["points"]][-2:] == [46, 44], finer["points"][-2:]


@case
def each_way_has_an_answer_of_its_own_and_both_together_a_third(folder):
    device = write(folder, "device.toml", "[link]\nbits_per_second = 1e9\n[a_to_b.device]\ncapacity_frames_per_second = 700_000\n"
                   "[b_to_a.device]\ncapacity_frames_per_second = 300_000\n")
    out = os.path.join(folder, "out")
    document = search("--device", device, "--direction", "each", "--out", out)
    found = {one["direction"]: one["throughput_frames_per_second"] for one in document["answer"]}
    assert list(found) == ["a>b", "b>a", "both"], found
    precision = 1e9 / 8 / 84 / 1000
    for way, truth in (("a>b", 7e5), ("b>a", 3e5), ("both", 3e5)):
        assert truth - precision <= found[way] <= truth, found
    assert {(t["direction"]) for t in document["trials"][:5]} == {"a>b"}, "a>b is loaded alone"
    assert sorted(os.listdir(os.path.join(out, "journals"))) == [
        f"throughput_0064_{way}.jsonl" for way in ("a_to_b", "b_to_a", "both")], os.listdir(out)
    resumed = search("--device", device, "--direction", "each", "--resume", out)
    assert resumed["answer"] == document["answer"]
    both = search("--device", device)
    assert "one-way-loses" not in rules(both), "at line rate both lose"
    onesided = write(folder, "onesided.toml", "[link]\nbits_per_second = 1e9\n[b_to_a.device]\ncapacity_frames_per_second = 300_000\n")
    assert "one-way-loses" in rules(search("--device", onesided))
    assert "each way on its own is for searches" in run("sweep", "--direction", "each", code=3).stderr


@case
def a_policer_is_told_from_a_capacity(folder):
    policer = write(folder, "policer.toml", SWITCH + "buffer_bytes = 500_000\npolicer_l2_bits_per_second = 400_000_000\n")
    document = search("--device", policer, "--direction", "a>b", command="loss")
    assert "policer-limit" in rules(document) and "capacity-limit" not in rules(document), rules(document)
    capacity = write(folder, "capacity.toml", SWITCH + "buffer_bytes = 64_000\ncapacity_l2_bits_per_second = 400_000_000\n")
    document = search("--device", capacity, "--direction", "a>b", command="loss")
    [limit] = [finding for finding in document["findings"] if finding["rule"] == "capacity-limit"]
    # In a second 781,250 frames leave and 1,000 wait in the buffer, behind the one on its way out.
    assert "782,250 frames/s (400.51 Mb/s L2)" in limit["because"] and "about 999 frames" in limit["because"], limit


@case
def a_buffer_is_measured_to_the_frame(folder):
    """1,000 frames in the buffer and one on its way out; while 1,889 come at 1,488,095 a second, 888 leave at 700,000."""
    device = write(folder, "device.toml", SWITCH + "capacity_frames_per_second = 700_000\nbuffer_bytes = 64_000\n")
    [found] = search("--device", device, command="burst")["answer"]
    assert found["bursts_frames"] == [1889] * 3 and found["burst_frames"] == 1889 and found["deviation_frames"] == 0, found
    assert found["buffer_time_ns"] == 1269408, found  # 1,889 of 672 ns
    share = 1 - found["throughput_frames_per_second"] / found["line_rate_frames_per_second"]
    assert abs(found["corrected_buffer_time_ns"] - 1269408 * share) <= 1, found
    cable = search(command="burst")
    assert cable["answer"][0]["is_applicable"] is False and "nothing-to-buffer" in rules(cable), cable
    deep = search("--device", device, "--longest-burst", "1ms", command="burst", code=6)
    assert deep["answer"][0]["reached_limit"] is True and "burst-at-the-limit" in rules(deep), deep["findings"]


@case
def mlr_finds_what_each_goal_accepts(folder):
    """Each 100th frame is lost: 99 in 100 ms pass without loss, and where 1.5 % are accepted 99 % of a load arrive."""
    device = write(folder, "device.toml", A_TENTH + "[fault]\ndrop_every = 100\n")
    document = search("--device", device, "--goals", "0%:0%:1%:100ms:100ms,1.5%:50%:1%:100ms:1s", command="mlr")
    strict, lenient = document["answer"][0]["goals"]
    assert strict["conditional_throughput_frames_per_second"] == 999 and strict["irregular"] == "no", strict
    assert 1000 <= strict["relevant_upper_bound_frames_per_second"] <= 1009, strict
    assert lenient["irregular"] == "no", lenient
    lower, upper = (lenient[f"relevant_{which}_bound_frames_per_second"] for which in ("lower", "upper"))
    assert lower < upper <= lower * 1.0102 and 690_000 < lower <= 7e5 * 1.006 / 0.99, lenient
    assert abs(lenient["conditional_throughput_frames_per_second"] - 0.99 * lower) < 0.006 * lower, lenient


main()
