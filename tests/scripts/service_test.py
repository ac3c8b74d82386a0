#!/usr/bin/env python3
"""ITU-T Y.1564 from the command line: service_test.py PKTGEN. Prints 'N passed, N failed'."""
import csv
import io
import json
import os
import signal
import time

import program
from program import ROOT, case, main, start, write


def run(*arguments, code=0):
    return program.run("service", *arguments, code=code)


def answer(*arguments, code=0):
    document = json.loads(run("--quick", "--json", *arguments, code=code).stdout)
    return document["answer"], document


def example(name):
    return os.path.join(ROOT, "docs", "examples", name)


@case
def the_examples_services_pass_on_the_examples_line(_):
    found, document = answer(example("services.toml"), "--device", example("carrier.toml"))
    assert document["verdict"] == "pass" and document["emulated"], document["verdict"]
    steps = [(step["service"], step["step"]) for step in found["configuration"]]
    assert len(steps) == 5 + 6 + 4, steps
    assert [step["service"] for step in found["performance"]] == ["voice", "business", "internet"], found["performance"]
    assert all(step["availability_percent"] == 100 for step in found["performance"])
    assert found["colour_mode"] == "blind" and found["performance_left_out"] is None


@case
def without_a_policer_that_step_fails_and_says_so(_):
    found, document = answer("--cir", "100M", "--eir", "50M", "--sizes", "512", code=1)
    assert [step["verdict"] for step in found["configuration"]] == ["pass"] * 5 + ["fail"], found["configuration"]
    assert found["configuration"][5]["findings"][0]["rule"] == "not-policed"
    assert found["performance"] == [] and "policing" in found["performance_left_out"], found
    assert "not-policed" in [finding["rule"] for finding in document["findings"]]
    assert "there is no policer" in run("--quick", "--cir", "100M", "--sizes", "512", code=1).stdout


@case
def rates_are_l2_unless_they_say_l1(_):
    found, _ = answer("--cir", "100M", "--policing", "no", "--cir-steps", "100")
    [step] = found["configuration"]
    assert step["asked_l2_bits_per_second"] == 100e6 and abs(step["asked_l1_bits_per_second"] - 131.25e6) < 1, step
    assert step["sent"] == 195_313, step
    found, _ = answer("--cir", "131.25MbpsL1", "--policing", "no", "--cir-steps", "100")
    assert abs(found["configuration"][0]["asked_l2_bits_per_second"] - 100e6) < 1, found
    assert "which layer" in run("--cir", "100Mbps", code=3).stderr


@case
def a_policer_of_a_vlan_starves_its_service_alone(folder):
    device = write(folder, "starve.toml", "[[device.vlan]]\nid = 200\npolicer_l2_bits_per_second = 30_000_000\n")
    found, document = answer(example("services.toml"), "--device", device, "--test", "performance", code=1)
    assert document["verdict"] == "fail"
    verdicts = {step["service"]: step["verdict"] for step in found["performance"]}
    assert verdicts == {"voice": "pass", "business": "fail", "internet": "pass"}, verdicts


@case
def what_the_tester_cant_send_is_not_measured(folder):
    device = write(folder, "weak.toml", "[tester]\ntx_capacity_frames_per_second = 1000\n")
    found, document = answer("--cir", "100M", "--sizes", "512", "--device", device, code=6)
    assert document["verdict"] == "not_measured"
    for step in found["configuration"]:
        assert step["verdict"] == "not_measured" and step["delivered_l2_bits_per_second"] is None, step


@case
def a_quick_one_says_that_it_is_not_y1564_and_a_whole_one_doesnt(_):
    options = ["--cir", "64k", "--policing", "no", "--sizes", "1518"]
    assert "not-y1564" in run("--quick", *options).stdout
    assert "not-y1564" not in run(*options).stdout


@case
def a_run_leaves_its_files_and_lines_for_each_step(folder):
    out = os.path.join(folder, "out")
    options = ["--quick", example("services.toml"), "--device", example("carrier.toml")]
    lines = list(csv.DictReader(io.StringIO(run(*options, "--csv", "--out", out).stdout)))
    assert len(lines) == 15 + 3 and lines[-1]["step"] == "performance", len(lines)
    assert sorted(set(os.listdir(out)) - {"samples"}) == ["plan.toml", "report.html", "result.csv", "result.json"], os.listdir(out)
    with open(os.path.join(out, "result.json"), encoding="utf-8") as file:
        wanted = json.load(file)["answer"]
    found, _ = answer(example("services.toml"), "--device", example("carrier.toml"))
    assert found == wanted


@case
def ctrl_c_ends_it_with_what_is_known(folder):
    device = write(folder, "fast.toml", "[link]\nbits_per_second = 100_000_000_000\n")
    process = start("service", "--cir", "50G", "--policing", "no", "--step", "60s", "--json", "--device", device)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=60)
    assert process.returncode == 130, (process.returncode, printed)
    steps = json.loads(printed)["answer"]["configuration"]
    assert steps[-1]["verdict"] == "not_measured" and steps[-1]["findings"][0]["rule"] == "interrupted", steps


main()
