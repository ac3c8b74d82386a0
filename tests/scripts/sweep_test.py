#!/usr/bin/env python3
"""The program as a person and a script use it: sweep_test.py PKTGEN. Prints 'N passed, N failed'."""
import json
import os
import random
import re
import signal
import subprocess
import time

from program import ask, case, main, rules, run, start, write


def sweep(*arguments, cwd=None, code=0):
    return ask("sweep", *arguments, cwd=cwd, code=code)


def near(found, wanted, relative=1e-6):
    assert abs(found - wanted) <= relative * abs(wanted), f"{found}, wanted {wanted}"


@case
def numbers_of_a_ten_gigabit_cable_are_those_of_the_tables(_):
    """shared arithmetic: frames a second floored, UDP/IPv4 goodput and TCP with timestamps in Gb/s, overhead in %."""
    document = sweep("--duration", "1s")
    wanted = {64: (14880952, 2.142857143, None, 78.571428571), 1518: (812743, 9.570871261, 9.414824447, 4.291287386),
              9000: (138580, 9.926829268, 9.900221729, 0.731707317), 9018: (138304, 9.926974994, 9.900420447, 0.730250055)}
    assert document["verdict"] == "pass" and document["emulated"] is True and document["clock"] == "virtual"
    assert len(document["trials"]) == 22, len(document["trials"])
    for trial in document["trials"]:
        ledger = trial["ledger"]
        assert trial["due"] == trial["sent"] == ledger["delivered"], trial
        if trial["frame_bytes"] not in wanted:
            continue
        frames, goodput, tcp, overhead = wanted[trial["frame_bytes"]]
        assert abs(trial["delivered_frames_per_second"] - frames) <= 1, trial
        near(trial["goodput_limit_bits_per_second"], goodput * 1e9, 1e-9)
        near(trial["goodput_bits_per_second"], goodput * 1e9, 7.3e-6)  # whole frames in a second
        near(trial["header_overhead_percent"], overhead, 1e-8)
        if tcp is None:
            assert trial["tcp_equivalent_bits_per_second"] is None
        else:
            near(trial["tcp_equivalent_bits_per_second"], tcp * 1e9, 7.3e-6)


@case
def the_same_seed_gives_the_same_document_but_for_times_of_day(folder):
    device = write(folder, "device.toml", "[fault]\ndrop_probability = 0.01\n")
    documents = [sweep("--device", device, "--sizes", "64,1518", "--duration", "20ms", "--seed", "7", code=1)
                 for _ in range(2)]
    for document in documents:
        document.pop("started_at")
    assert documents[0] == documents[1]
    other = sweep("--device", device, "--sizes", "64,1518", "--duration", "20ms", "--seed", "8", code=1)
    assert other["trials"][0]["ledger"] != documents[0]["trials"][0]["ledger"]


@case
def a_run_leaves_its_files_and_captures_that_tshark_believes(folder):
    run("sweep", "--sizes", "64,81,9018", "--duration", "10ms", "--out", "run", cwd=folder)
    found = sorted(os.listdir(os.path.join(folder, "run")))
    assert found == ["plan.toml", "report.html", "result.csv", "result.json", "samples"], found
    samples = os.path.join(folder, "run", "samples")
    assert len(os.listdir(samples)) == 12, os.listdir(samples)
    for name in os.listdir(samples):
        with open(os.path.join(samples, name), "rb") as file:
            header = file.read(24)
        assert header[:4] == bytes.fromhex("4d3cb2a1"), "nanosecond magic"
        assert header[20:24] == bytes.fromhex("01000000"), "link type Ethernet"
        fields = subprocess.run(
            ["tshark", "-r", os.path.join(samples, name), "-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE",
             "-T", "fields", "-e", "frame.len", "-e", "frame.cap_len", "-e", "ip.checksum.status", "-e",
             "udp.checksum.status", "-e", "frame.time_delta"], capture_output=True, text=True, check=True)
        rows = [line.split("\t") for line in fields.stdout.splitlines()]
        length = str(int(name[:4]) - 4)
        assert len(rows) == 16, (name, len(rows))
        for row in rows:
            assert row[:4] == [length, length, "1", "1"], (name, row)
            assert float(row[4]) >= 0, (name, row)


@case
def the_plan_that_a_run_leaves_makes_the_same_run(folder):
    run("sweep", "--sizes", "64,100-200:50", "--load", "1.5Mfps", "--duration", "5ms", "--out", "one", cwd=folder)
    again = sweep(os.path.join("one", "plan.toml"), "--out", "two", cwd=folder)
    with open(os.path.join(folder, "one", "result.json"), encoding="utf-8") as file:
        first = json.load(file)
    assert again["trials"] == first["trials"]


@case
def a_run_is_never_overwritten_unless_forced(folder):
    quick = ["sweep", "--sizes", "64", "--duration", "1ms", "--out", "run"]
    run(*quick, cwd=folder)
    refused = run(*quick, cwd=folder, code=2)
    assert "--force" in refused.stderr, refused.stderr
    run(*quick, "--force", cwd=folder)


@case
def a_full_disk_is_told_and_leaves_no_half_run(folder):
    disk = os.path.join(folder, "disk")
    os.mkdir(disk)
    mounted = os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], check=False).returncode == 0
    if not mounted:
        return "needs root to mount a small disk"
    try:
        refused = run("sweep", "--sizes", "9018", "--duration", "10ms", "--out", os.path.join(disk, "run"), code=4)
        assert "room" in refused.stderr or "space" in refused.stderr, refused.stderr
        assert os.listdir(disk) == [], os.listdir(disk)
    finally:
        subprocess.run(["umount", disk], check=True)
    return None


@case
def ctrl_c_at_any_moment_leaves_whole_files_and_a_valid_result(folder):
    chance = random.Random(1)
    for attempt in range(20):
        out = os.path.join(folder, f"run{attempt}")
        process = start("sweep", "--sizes", "64,9000", "--duration", "100s", "--out", out, "--json")
        while not any(name.startswith(f"run{attempt}.") for name in os.listdir(folder)):
            assert process.poll() is None, process.communicate()
            time.sleep(0.001)  # before main() a signal just ends the process
        time.sleep(0.4 * chance.random())
        process.send_signal(signal.SIGINT if attempt % 2 == 0 else signal.SIGTERM)
        output, errors = process.communicate(timeout=60)
        assert process.returncode == 130, (process.returncode, errors)
        document = json.loads(output)
        assert any(finding["rule"] == "interrupted" for finding in document["findings"]), document["findings"]
        for trial in document["trials"]:
            buckets = ("delivered", "corrupted", "lost", "rx_crc_errors", "rx_missed", "rx_no_buffer")
            assert trial["sent"] == sum(trial["ledger"][bucket] for bucket in buckets), trial
        for name in os.listdir(os.path.join(out, "samples")):
            path = os.path.join(out, "samples", name)
            count = subprocess.run(["tcpdump", "-nr", path, "--count"], capture_output=True, text=True, check=True)
            assert re.search(r"\b16 packets", count.stdout), count.stdout + count.stderr
        assert not [name for name in os.listdir(folder) if "part" in name]


def refuses(code, *arguments, says, cwd=None):
    done = run(*arguments, cwd=cwd, code=code)
    lines = done.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith("pktgen: "), done.stderr
    for word in says:
        assert word in lines[0], f"{word!r} isn't in: {lines[0]}"


@case
def bad_values_are_refused_in_one_line_before_anything_is_sent(_):
    for arguments, code, says in [
            (["--sizes", "63"], 3, ["63", "64"]), (["--sizes", "9023"], 3, ["9023", "9022"]), (["--sizes", "0"], 3, ["0"]),
            (["--load", "0%"], 3, ["--load"]), (["--load", "101%"], 3, ["100"]), (["--load", "-1"], 3, ["--load"]),
            (["--load", "nan"], 3, ["--load"]), (["--load", "inf"], 3, ["--load"]),
            (["--load", "5Gbps"], 3, ["GbpsL1", "GbpsL2"]),
            (["--sizes", "9000", "--load", "500kfps"], 3, ["138580"]),
            (["--stack", "udp6", "--sizes", "64"], 3, ["84"]), (["--vlan", "5", "--sizes", "64"], 3, ["68"]),
            (["--ports", "emu:a,emu:a"], 3, ["emu:a"]), (["--ports", "emu:a"], 3, ["two"]),
            (["--src-mac", "01:02:03:04:05:06"], 3, ["src-mac"]), (["--dst-mac", "00:00:00:00:00:00"], 3, ["dst-mac"]),
            (["--laod", "50%"], 2, ["--laod", "--load"]), (["--duration"], 2, ["--duration"]),
            (["--device", "nowhere.toml"], 4, ["nowhere.toml"]), (["nowhere.toml"], 4, ["nowhere.toml"]),
            (["--ports", "0000:ff:1f.7,0000:ff:1f.6"], 5, ["0000:ff:1f.7"]),
            (["--ports", "if:nosuch0,if:nosuch1"], 5, ["nosuch0"])]:
        refuses(code, "sweep", *arguments, says=says)
    refuses(2, "swep", says=["sweep"])


@case
def mistakes_in_a_plan_are_told_with_their_place(folder):
    for text, says in [("framesize = [64]\n", ["plan.toml:1:1", "framesize", "sizes"]),
                       ('duration = 10\n', ["plan.toml:1:", "duration"]), ('sizes = "64"\n', ["plan.toml:1:", "sizes"]),
                       ('load = "1%"\nload = "2%"\n', ["plan.toml:2:", "load"]),
                       ("sizes = [64\n", ["plan.toml:"])]:
        refuses(3, "sweep", write(folder, "plan.toml", text), says=says)
    with open(os.path.join(folder, "capture.toml"), "wb") as file:
        file.write(bytes.fromhex("4d3cb2a1020004000000000000000000000004000100000"[:46]))
    refuses(3, "sweep", os.path.join(folder, "capture.toml"), says=["pcap"])
    refuses(3, "sweep", "--device", write(folder, "device.toml", "[fault]\ndrop_evry = 3\n"),
            says=["device.toml:2:1", "drop_every"])


@case
def a_pulled_cable_is_one_flap_of_both_ends_and_its_trial_has_no_figures(folder):
    device = write(folder, "device.toml", "[fault]\nflap_at_s = [0.005]\nflap_for_s = 0.01\n")
    document = sweep("--device", device, "--sizes", "64", "--duration", "20ms", code=1)
    [flapped] = [finding for finding in document["findings"] if finding["rule"] == "link-flapped"]
    assert flapped["because"] == ("the link went down once: emu:a and emu:b (seen at both ends) at t=0.005 s of the "
                                  "trial with 64 bytes, for 0.01 s"), flapped
    assert document["verdict"] == "fail"
    for trial in document["trials"]:
        assert trial["verdict"] == "not_measured" and trial["goodput_bits_per_second"] is None, trial
        assert trial["link_downs"] == [
            {"port": port, "at_s": 0.005, "lasted_s": 0.01, "lasted_at_most": False} for port in ("a", "b")], trial


@case
def verdicts_have_their_exit_codes(folder):
    quick = ["--sizes", "64,1518,2048", "--duration", "20ms", "--direction", "a_to_b"]
    for text, code, rule in [("[fault]\ndrop_every = 1000\n", 1, "device-drops"),
                             ("[tester]\nrx_miss_every = 1000\n", 6, "tester-could-not-receive"),
                             ("[tester]\ntx_capacity_frames_per_second = 500_000\n", 6, "tester-could-not-send"),
                             ("[tester]\npause_received = true\n", 1, "peer-pauses-us"),
                             ("[fault]\nflap_at_s = [0.005]\nflap_for_s = 0.01\n", 1, "link-flapped"),
                             ("[device]\nmax_frame_bytes = 1598\n", 1, "frame-size-limit")]:
        document = sweep("--device", write(folder, "device.toml", text), *quick, code=code)
        rules = [finding["rule"] for finding in document["findings"]]
        rules += [finding["rule"] for trial in document["trials"] for finding in trial["findings"]]
        assert rule in rules, (text, rules)
        if rule == "frame-size-limit":
            assert document["answer"]["largest_passed_frame_bytes"] == 1598, document["answer"]


@case
def help_and_version_are_there(_):
    assert "USAGE" in run("sweep", "--help").stdout
    assert "sweep" in run("--help").stdout
    assert re.fullmatch(r"pktgen \d+\.\d+\.\d+\n", run("--version").stdout)
    assert "sweep" in run(code=2).stderr


main()
