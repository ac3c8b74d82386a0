#!/usr/bin/env python3
"""pktgen lag against LAGs whose truth is known: lag_test.py PKTGEN. Prints 'N passed, N failed'."""
import json
import os
import signal
import time

import program
from program import ROOT, case, main, rules, start

# Members of 10 Mb/s between links of 100 Mb/s: of frames of 512 bytes 2,349 a second each.
LAG = """[link]
bits_per_second = 100e6
[device.lag]
members = 2
member_bits_per_second = 10e6
member_buffer_bytes = 2048
"""
MEMBER_RATE = 10e6 / (8 * 532)


def run(*arguments, code=0):
    return program.run("lag", *arguments, code=code)


def ask(folder, keys, tests, *arguments, code=0):
    path = os.path.join(folder, "device.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(LAG + keys)
    return json.loads(run("--quick", "--json", "--tests", tests, "--device", path, *arguments, code=code).stdout)


@case
def one_flow_uses_a_member_and_all_flows_the_members_by_their_shares(folder):
    document = ask(folder, 'policy = "layer3+4"', "capacity", "--members", "2", "--vary", "src-port", "--order", "sequential", "--flows", "64",
                   "--precision", "0.01%", "--search-duration", "1s")
    capacity = document["answer"]["capacity"]
    assert abs(capacity["one_flow"]["throughput_frames_per_second"] / MEMBER_RATE - 1) < 0.01, capacity
    assert abs(capacity["all_flows"]["throughput_frames_per_second"] / MEMBER_RATE - 2) < 0.02, capacity
    assert abs(capacity["largest_share_percent"] - 50) < 0.5 and abs(capacity["imbalance"] - 1) < 0.01, capacity
    assert "no-member-counters" in rules(document), "what can't be seen is said"


@case
def flows_are_found_on_their_members_as_foretold(folder):
    document = ask(folder, 'policy = "layer3+4"', "distribution", "--members", "2", "--predict", "layer3+4")
    seen, foretold = document["answer"]["distribution"], document["answer"]["predicted"]
    assert seen["members_seen"] == 2 and seen["contradictions"] == 0, seen
    assert seen["on_members"] == foretold["on_members"] and sum(seen["on_members"]) == 512, (seen["on_members"], foretold)
    assert foretold["agreeing_flows"] == 512 and seen["is_even"] and seen["chi2"] < seen["critical_chi2"] == 6.63, seen
    other = ask(folder, 'policy = "crc32"', "distribution", "--members", "2", "--predict", "layer3+4")
    assert other["answer"]["predicted"]["agreeing_flows"] < 330 and "not-as-predicted" in rules(other), rules(other)


@case
def four_members_are_told_apart(folder):
    keys = LAG.replace("members = 2", "members = 4") + 'policy = "crc32"\n[device]\nbuffer_bytes = 10000\n'
    path = os.path.join(folder, "four.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(keys)
    document = json.loads(run("--quick", "--json", "--tests", "distribution", "--device", path, "--members", "4", "--flows", "1024").stdout)
    seen = document["answer"]["distribution"]
    assert seen["members_seen"] == 4 and len(seen["on_members"]) == 4, seen["on_members"]
    assert seen["trials"] == 4 and seen["critical_chi2"] == 11.34, seen["trials"]


@case
def a_hash_that_does_not_look_at_the_flows_is_polarised(folder):
    document = ask(folder, 'policy = "layer2"', "distribution", "--members", "2", "--flows", "128", code=1)
    assert document["answer"]["distribution"]["on_members"] == [128, 0], document["answer"]["distribution"]
    assert "polarised" in rules(document)


@case
def fields_of_the_hash_are_found(folder):
    document = ask(folder, 'policy = "layer2+3"', "fields", "--members", "2", "--flows", "64", "--fields", "src-mac,dst-ip,src-port")
    roles = {(field["fields"][0], field["order"]): field["role"] for field in document["answer"]["fields"]}
    assert roles == {("src-mac", "sequential"): "in_hash", ("src-mac", "random"): "in_hash",
                     ("dst-ip", "sequential"): "in_hash", ("dst-ip", "random"): "in_hash",
                     ("src-port", "sequential"): "not_in_hash", ("src-port", "random"): "not_in_hash"}, roles
    document = ask(folder, 'policy = "crc32"', "fields", "--members", "2", "--flows", "64", "--fields", "vlan,flow-label", "--stack", "udp6")
    assert {field["role"] for field in document["answer"]["fields"]} == {"in_hash"}, document["answer"]["fields"]


@case
def a_hash_keeps_the_order_of_each_flow_however_unlike_its_members(folder):
    document = ask(folder, "skew_ns = 5_000_000", "reordering", "--load", "4000fps", "--flows", "64")
    for order in document["answer"]["reordering"][1:]:
        assert order["reordering"]["reordered"] == 0 and order["reordered_flows"] == 0 and order["missing"] == 0, order
    assert document["answer"]["reordering"][1]["reordering"]["extent_frames"]["max"] is None


@case
def round_robin_reorders_by_the_skew(folder):
    keys = 'policy = "round-robin"\nskew_ns = 1_000_000'
    document = ask(folder, keys, "reordering", "--policy", "round-robin", "--load", "4000fps", "--sizes", "64")
    one = document["answer"]["reordering"][0]
    # A frame each 250 us: those of the second member come 1 ms later, behind 2 others, 750 us after the next.
    assert one["reordering"]["late_ns"]["max"] == 750_000 and one["reordering"]["skew_estimate_ns"] == 750_000, one
    assert 0.49 < one["reordering"]["reordered_ratio"] < 0.5 and one["missing"] == 0, one
    assert document["verdict"] == "pass"
    document = ask(folder, keys, "reordering", "--load", "4000fps", "--sizes", "64", code=1)
    assert "reordered-within-a-flow" in rules(document), "round robin isn't what was said"


@case
def round_robin_carries_one_flow_over_all_members(folder):
    document = ask(folder, 'policy = "round-robin"', "capacity", "--policy", "round-robin", "--members", "2", "--flows", "16",
                   "--precision", "0.01%", "--search-duration", "1s")
    capacity = document["answer"]["capacity"]
    assert abs(capacity["one_flow"]["throughput_frames_per_second"] / MEMBER_RATE - 2) < 0.02, capacity
    assert capacity["largest_share_percent"] is None, "one flow doesn't say what one member carries"


@case
def members_that_cannot_be_overloaded_are_not_measured(folder):
    path = os.path.join(folder, "equal.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(LAG.replace("member_bits_per_second = 10e6", "member_bits_per_second = 100e6"))
    document = json.loads(run("--quick", "--json", "--tests", "capacity,distribution", "--device", path, "--flows", "16", code=6).stdout)
    assert "port-no-faster-than-a-flow" in rules(document) and "distribution-not-measured" in rules(document), rules(document)
    assert document["answer"]["distribution"].get("on_members") is None


@case
def counters_of_the_device_are_judged(folder):
    document = ask(folder, "", "capacity", "--member-counts", "900,100", "--flows", "16", code=1)
    assert document["answer"]["member_counts"]["imbalance"] == 1.8 and "uneven-distribution" in rules(document), rules(document)
    assert "no-member-counters" not in rules(document)


FAILOVER = "down_member = 0\nmember_down_at_s = [1]\nmember_down_for_s = 2\nfailover_ns = 120_000_000\nrejoin_loss_ns = 30_000_000"


@case
def outages_at_the_going_and_the_coming_of_a_member_are_told_apart(folder):
    arguments = ["--load", "2000fps", "--flows", "16", "--duration", "5s", "--vary", "src-port", "--order", "sequential"]
    document = ask(folder, FAILOVER, "failover", *arguments)
    away, back = document["answer"]["failover"]["outages"]
    assert abs(away["at_s"] - 1) < 0.01 and abs(away["longest_s"] - 0.12) < 0.009 and away["flows"] == 8, away
    assert abs(back["at_s"] - 3) < 0.01 and abs(back["longest_s"] - 0.03) < 0.009 and back["flows"] == 8, back
    assert away["flows_that_never_came_back"] == 0 and document["verdict"] == "pass"
    document = ask(folder, FAILOVER, "failover", *arguments, "--longest-outage", "100ms", code=1)
    assert rules(document).count("outage-too-long") == 1, document["findings"]


@case
def a_member_that_nothing_takes_over_for_is_a_fail(folder):
    keys = "member_down_at_s = [0.2]\nmember_down_for_s = 10\nfailover_ns = 10_000_000_000"
    document = ask(folder, keys, "failover", "--load", "2000fps", "--flows", "16", code=1)
    assert "flows-never-came-back" in rules(document), rules(document)


@case
def commands_are_run_beside_the_traffic_and_their_failure_is_told(folder):
    marks = [os.path.join(folder, name) for name in ("down", "up")]
    arguments = ["--load", "2000fps", "--flows", "16", "--on-fail", "touch " + marks[0]]
    document = ask(folder, "", "failover", *arguments, "--on-rejoin", "touch " + marks[1])
    assert all(map(os.path.exists, marks)) and "no-outage" in rules(document), rules(document)
    assert [command["exit_status"] for command in document["answer"]["failover"]["commands"]] == [0, 0]
    assert 0.25 <= document["answer"]["failover"]["commands"][0]["at_s"] < 0.4
    document = ask(folder, "", "failover", "--load", "2000fps", "--flows", "16", "--on-fail", "false", code=6)
    assert "command-failed" in rules(document) and "ended with status 1" in document["findings"][0]["because"], document["findings"]
    document = ask(folder, "", "failover", "--load", "2000fps", "--flows", "16", "--on-fail", "/no/such/program", code=6)
    assert "can't be run" in document["findings"][0]["because"], document["findings"]


@case
def the_example_and_its_files(folder):
    out = os.path.join(folder, "out")
    device = os.path.join(ROOT, "docs/examples/lag.toml")
    text = run("--quick", "--members", "2", "--device", device, "--flows", "256", "--fields", "src-port", "--out", out, "--tests",
               "distribution,fields,reordering", "--member-speed", "100M").stdout
    for words in ("EMULATED", "Flows on members", "Fields of the hash", "Order within a flow, RFC 4737", "in the hash"):
        assert words in text, f"{words!r} is missing\n{text}"
    for name in ("result.json", "result.csv", "report.html", "plan.toml"):
        assert os.path.getsize(os.path.join(out, name)) > 0, name
    assert "Flows on members" in open(os.path.join(out, "report.html"), encoding="utf-8").read()


@case
def wrong_words_are_one_line(_):
    for arguments, words in ((["--members", "1"], "from 2 to 64"), (["--direction", "both"], "one way at a time"),
                             (["--vary", "vlam"], "the nearest is vlan"), (["--predict", "layer4", "--members", "2"], "the nearest is layer")):
        done = run(*arguments, code=3)
        assert words in done.stderr and done.stderr.count("\n") == 1, done.stderr
    done = run("--frames", "3", code=2)
    assert "--frames is for pktgen send" in done.stderr, done.stderr


@case
def ctrl_c_ends_in_order_and_gives_the_member_back(folder):
    taken, given_back, path = (os.path.join(folder, name) for name in ("taken", "given-back", "device.toml"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(LAG)
    process = start("lag", "--device", path, "--tests", "failover", "--load", "100%", "--sizes", "64", "--flows", "2",
                    "--duration", "200s", "--on-fail", "touch " + taken, "--on-rejoin", "touch " + given_back, "--json")
    for _ in range(3000):
        if os.path.exists(taken):
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    text, _ = process.communicate(timeout=60)
    assert process.returncode == 130 and os.path.exists(given_back), process.returncode
    document = json.loads(text)
    assert document["answer"]["failover"] is None and document["verdict"] == "not_measured", document["answer"]


main()
