#!/usr/bin/env python3
"""pktgen switch against devices whose truth is known: switch_test.py PKTGEN. Prints 'N passed, N failed'."""
import glob
import json
import os
import signal
import time

import program
from program import ROOT, case, main, rules, start, write

LEARNS = '[link]\nbits_per_second = 1e9\n[device]\nkind = "switch"\nlatency_ns = 4000\nbuffer_bytes = 500_000\nlearns = true\n'


def run(*arguments, code=0):
    return program.run("switch", *arguments, code=code)


def ask(tests, *arguments, sizes="64", code=0):
    return json.loads(run("--quick", "--sizes", sizes, "--json", "--tests", tests, *arguments, code=code).stdout)


@case
def the_example_is_found_out_whole(_):
    device = os.path.join(ROOT, "docs/examples/learning_switch.toml")
    document = json.loads(run("--quick", "--sizes", "64,512,1518", "--json", "--device", device, "--isolated-vlans", "20").stdout)
    answer = document["answer"]
    assert document["verdict"] == "pass", document["findings"]
    assert [size["throughput_percent"] for size in answer["forwarding"] + answer["broadcast"] + answer["multicast"]] == [100] * 9
    assert [way["mode"] for way in answer["mode"]] == ["store_and_forward"] * 2, answer["mode"]
    assert answer["capacity"]["capacity_addresses"] == 4096 and answer["capacity"]["is_exact"], answer["capacity"]
    assert 1980 <= answer["learning_rate"]["learning_frames_per_second"] <= 2000, answer["learning_rate"]
    assert answer["learning_rate"]["lowest_failed_frames_per_second"] > 2000, answer["learning_rate"]
    assert 299 <= answer["ageing"]["remembered_s"] <= 300 < answer["ageing"]["forgotten_s"] <= 301, answer["ageing"]
    assert answer["vlan"]["verdict"] == "pass" and sum(count["leaked"] for count in answer["vlan"]["counts"]) == 0
    assert answer["vlan"]["counts"][0]["sent"] == 3000, answer["vlan"]


@case
def what_two_ports_cannot_do_is_said_with_what_it_needs(_):
    document = ask("forwarding")
    needs = {one["test"]: one["needs"] for one in document["answer"]["not_measured"]}
    assert needs["congestion, head-of-line blocking"] == "4 ports", needs
    assert needs["fully meshed"].startswith("4 ports") and "errored frames" in needs, needs
    assert "needs-more-ports" in rules(document), rules(document)
    text = run("--quick", "--sizes", "64", "--tests", "forwarding").stdout
    assert "congestion, head-of-line blocking 5.5" in text and "needs 4 ports" in text, text


@case
def a_cable_learns_nothing_and_fails(_):
    document = ask("ageing,capacity,learning-rate", code=1)
    assert document["verdict"] == "fail" and "nothing-learned" in rules(document), document["findings"]
    assert document["answer"]["capacity"]["capacity_addresses"] is None
    assert document["answer"]["learning_rate"] is None, "there is no room for an address"


@case
def cut_through_is_told_from_the_slope_and_noise_is_not_told(folder):
    cuts = write(folder, "cuts.toml", '[device]\nkind = "cut_through"\n')
    assert [way["mode"] for way in ask("mode", "--device", cuts, sizes="64,512,1518")["answer"]["mode"]] == ["cut_through"] * 2
    noisy = write(folder, "noisy.toml", '[device]\nkind = "cut_through"\njitter_ns = 1_000_000\n')
    document = ask("mode", "--device", noisy, sizes="64,512,1518", code=6)
    assert [way["mode"] for way in document["answer"]["mode"]] == ["not_told"] * 2, document["answer"]
    assert document["verdict"] == "not_measured" and "mode-not-told" in rules(document), document["findings"]
    assert "3 different sizes" in ask("mode", "--device", cuts, code=6)["answer"]["mode"][0]["why_not"]


@case
def a_vlan_that_leaks_is_found_and_a_dead_link_proves_nothing(folder):
    leaky = write(folder, "leaky.toml", LEARNS + "carried_vlans = [10]\n[a_to_b]\nvlan_leak_every = 1000\n")
    document = ask("vlan", "--device", leaky, "--vlan", "10", "--isolated-vlans", "30,20", sizes="68", code=1)
    leaked = {(count["vlan"], count["direction"]): count["leaked"] for count in document["answer"]["vlan"]["counts"]}
    assert leaked[20, "a>b"] + leaked[30, "a>b"] == 6 and leaked[20, "a>b"] and leaked[30, "a>b"], leaked  # of 6,000
    assert leaked[20, "b>a"] == leaked[30, "b>a"] == 0, leaked
    assert rules(document).count("vlan-leak") == 2, rules(document)
    dead = write(folder, "dead.toml", LEARNS + "[fault]\ndrop_every = 1\n")
    assert ask("vlan", "--device", dead, "--isolated-vlans", "20", code=6)["verdict"] == "not_measured"
    assert "pktgen: vlan 10 is among the isolated-vlans" in run("--vlan", "10", "--isolated-vlans", "10", code=3).stderr


@case
def broadcasts_are_limited_and_multicasts_need_not_be_flooded(folder):
    limited = write(folder, "limited.toml", LEARNS + "broadcast_limit_frames_per_second = 20_000\nblocks_multicast = true\n")
    document = ask("broadcast,multicast", "--device", limited, "--precision", "0.01%")
    [found] = document["answer"]["broadcast"]
    assert 19_850 <= found["throughput_frames_per_second"] <= 20_000 < found["upper_bound_frames_per_second"], found
    assert document["answer"]["multicast"][0]["throughput_frames_per_second"] is None, document["answer"]["multicast"]
    assert document["verdict"] == "pass", document["findings"]
    silent = write(folder, "silent.toml", LEARNS + "blocks_broadcast = true\n")
    assert ask("broadcast", "--device", silent, "--precision", "1%", code=1)["verdict"] == "fail"


@case
def what_was_not_measured_is_no_answer(folder):
    lossy = write(folder, "lossy.toml", LEARNS + "[fault]\ndrop_every = 3\n")
    document = ask("ageing,capacity,learning-rate", "--device", lossy, "--repeats", "0", code=6)
    answer = document["answer"]
    assert document["verdict"] == "not_measured" and "trials-given-up" in rules(document), document["findings"]
    assert answer["capacity"]["capacity_addresses"] is None, answer["capacity"]
    assert answer["learning_rate"]["learning_frames_per_second"] is None, answer["learning_rate"]
    assert answer["capacity"]["trials"][0]["known"] is None, answer["capacity"]["trials"][0]


@case
def a_run_keeps_its_files_and_goes_on_where_it_was_interrupted(folder):
    device = write(folder, "device.toml", LEARNS + "table_entries = 1000\n")
    out = os.path.join(folder, "whole")
    run("--quick", "--sizes", "64", "--tests", "capacity,ageing", "--device", device, "--out", out)
    assert sorted(os.listdir(out)) == ["journals", "plan.toml", "report.html", "result.csv", "result.json", "samples"], os.listdir(out)
    assert sorted(os.listdir(os.path.join(out, "journals"))) == ["address_capacity_0064.jsonl", "ageing_time_0064.jsonl"]
    for journal in glob.glob(f"{out}/journals/*"):  # as it was after the first trial
        with open(journal, encoding="utf-8") as file:
            lines = file.readlines()
        with open(journal, "w", encoding="utf-8") as file:
            file.writelines(lines[:2])
    again = ask("capacity,ageing", "--device", device, "--resume", out)
    assert again["answer"]["capacity"]["capacity_addresses"] == 1000, again["answer"]
    with open(os.path.join(out, "result.json"), encoding="utf-8") as file:
        assert json.load(file)["answer"]["capacity"] == again["answer"]["capacity"]


@case
def ctrl_c_ends_in_order_and_says_so(folder):
    device = write(folder, "device.toml", LEARNS)
    arguments = ["--sizes", "64", "--tests", "ageing", "--longest-ageing", "4h", "--ageing-resolution", "10ms", "--device", device]
    process = start("switch", *arguments, "--json")
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    text, _ = process.communicate(timeout=60)
    assert process.returncode == 130, process.returncode
    document = json.loads(text)
    assert document["verdict"] == "not_measured" and document["answer"]["ageing"]["ended"] == "not_yet", document["answer"]


main()
