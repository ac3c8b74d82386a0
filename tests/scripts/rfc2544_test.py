#!/usr/bin/env python3
"""Searches of many or long trials: rfc2544_test.py PKTGEN. Prints 'N passed, N failed'."""
from program import ask, case, main, rules, write

SWITCH = "[link]\nbits_per_second = 1e9\n[device]\nkind = \"switch\"\nlatency_ns = 20_000\n"


@case
def a_cable_carries_line_rate(_):
    document = ask("throughput", "--quick")
    assert document["verdict"] == "pass", document["verdict"]
    sizes = [size["frame_bytes"] for size in document["answer"]]
    assert sizes == [64, 128, 256, 512, 1024, 1280, 1518, 2048, 4096, 9000, 9018], sizes
    for size in document["answer"]:
        assert size["throughput_percent"] == 100 and size["upper_bound_frames_per_second"] is None, size


@case
def a_finer_search_is_as_right_as_a_coarse_one(folder):
    device = write(folder, "device.toml", "[device]\ncapacity_frames_per_second = 7_000_000\n")
    [found] = ask("throughput", "--quick", "--sizes", "64", "--device", device, "--precision", "0.001%")["answer"]
    assert 7e6 - 149 <= found["throughput_frames_per_second"] <= 7e6, found


@case
def the_whole_of_rfc_2544_on_a_switch_of_one_gigabit(folder):
    device = write(folder, "device.toml", SWITCH)
    document = ask("rfc2544", "--quick", "--device", device)
    answer = document["answer"]
    assert document["verdict"] == "pass" and list(answer) == ["throughput", "latency", "loss", "burst", "recovery"], document["verdict"]
    assert [len(answer[part]) for part in answer] == [11, 11 * 8, 11, 11, 11], [len(answer[part]) for part in answer]
    assert all(size["throughput_percent"] == 100 for size in answer["throughput"]), answer["throughput"]
    assert all(point["loss_ratio"] == 0 for size in answer["loss"] for point in size["points"]), answer["loss"]
    assert all(size["is_applicable"] is False for size in answer["recovery"]), answer["recovery"]
    assert "reset-needs-hands" in rules(document), document["findings"]


@case
def the_whole_of_rfc_2544_with_its_own_times(folder):
    device = write(folder, "device.toml", "[link]\nbits_per_second = 1e7\n[device]\nkind = \"switch\"\n"
                   "capacity_frames_per_second = 2_000\nbuffer_bytes = 51_200\n")
    document = ask("rfc2544", "--sizes", "512,1518", "--device", device)
    answer = document["answer"]
    assert "not-rfc2544" not in rules(document), rules(document)
    assert {round(point["duration_s"]) for point in answer["latency"]} == {120}, answer["latency"]
    assert {point["repetitions"] for point in answer["latency"]} == {20}, answer["latency"]
    assert {len(size["bursts_frames"]) for size in answer["burst"] if size["is_applicable"]} == {50}, answer["burst"]
    assert [len(size["recoveries"]) for size in answer["recovery"]] == [5, 0], answer["recovery"]
    assert {size["overload_s"] for size in answer["recovery"]} == {60}, answer["recovery"]
    small, large = answer["throughput"]
    assert 2_000 <= small["throughput_frames_per_second"] <= 2_000 + 101 / 60, small  # 100 wait in the buffer
    assert large["throughput_percent"] == 100, large


main()
