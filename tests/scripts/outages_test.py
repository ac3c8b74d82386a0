#!/usr/bin/env python3
"""Recovery and reset of devices whose time is known: outages_test.py PKTGEN. Prints 'N passed, N failed'."""
import json
import os
import signal
import time

from program import ROOT, ask, case, main, rules, run, start, write

OVERLOADED = os.path.join(ROOT, "docs/examples/overloaded.toml")
RESET = os.path.join(ROOT, "docs/examples/reset.toml")
KNOWN = ("--quick", "--sizes", "64", "--throughput", "1Mfps", "--duration", "200ms")


@case
def a_recovery_is_known_to_the_frame(_):
    """From the step on a frame each 1818.18 ns; the first begins the 100 ms, in which 55,000 are due before the last."""
    result = ask("recovery", *KNOWN, "--device", OVERLOADED)
    [found] = result["answer"]
    assert result["verdict"] == "pass" and "not-rfc2544" in rules(result), result["findings"]
    assert found["overload_frames_per_second"] == 1.1e6 and found["relief_frames_per_second"] == 5.5e5, found
    assert found["recovery_ns"] == found["min_ns"] == found["max_ns"] == 99_998_181, found
    assert found["resolution_ns"] == 1818 and found["error_ns"] == 0, found
    assert [each["lost_after_step"] for each in found["recoveries"]] == [110_000] * 2, found
    assert len(result["trials"]) == 4 and all(trial["ledger"]["lost"] > 0 for trial in result["trials"]), result["trials"]


@case
def a_recovery_finds_its_throughput_itself_and_one_way(_):
    result = ask("recovery", "--quick", "--sizes", "64", "--direction", "a>b", "--device", OVERLOADED, "--precision", "1%",
                      "--duration", "300ms")
    [found] = result["answer"]
    assert found["throughput_frames_per_second"] <= 1_003_500, found  # what it carries, and a buffer of 1,000 in 300 ms
    assert 99_990_000 <= found["recovery_ns"] <= 100_000_000 and found["direction"] == "a>b", found


@case
def a_cable_has_nothing_to_recover_from(_):
    result = ask("recovery", "--quick", "--sizes", "1518", "--duration", "100ms")
    [found] = result["answer"]
    assert found["is_applicable"] is False and found["recovery_ns"] is None and found["overload_frames_per_second"] is None, found
    assert result["verdict"] == "pass" and "nothing-to-recover-from" in rules(result), result["findings"]
    said = run("recovery", "--quick", "--sizes", "1518", "--duration", "100ms").stdout
    assert "not applicable" in said and "EMULATED" in said, said


@case
def an_overload_that_loses_nothing_is_said(_):
    result = ask("recovery", "--quick", "--sizes", "64", "--throughput", "500kfps", "--duration", "100ms", "--device", OVERLOADED)
    assert result["answer"][0]["recovery_ns"] is None and result["answer"][0]["without_loss"] == 2, result["answer"]
    assert "no-loss-under-overload" in rules(result), result["findings"]


@case
def a_recovery_that_is_not_over_is_no_figure(_):
    result = ask("recovery", *KNOWN, "--relief", "100ms", "--device", OVERLOADED, code=6)
    assert result["answer"][0]["recovery_ns"] is None and "not-recovered" in rules(result), result
    assert ask("recovery", *KNOWN, "--relief", "100ms", "--limit", "50ms", "--device", OVERLOADED, code=1)["verdict"] == "fail"


@case
def a_limit_makes_it_fail(_):
    assert ask("recovery", *KNOWN, "--limit", "100ms", "--device", OVERLOADED)["verdict"] == "pass"
    failed = ask("recovery", *KNOWN, "--limit", "99ms", "--device", OVERLOADED, code=1)
    assert "slower-than-the-limit" in rules(failed), failed["findings"]


@case
def a_recovery_goes_on_from_its_journal_and_leaves_all_files(folder):
    whole, part = os.path.join(folder, "whole"), os.path.join(folder, "part")
    wanted = ask("recovery", *KNOWN, "--device", OVERLOADED, "--out", whole)["answer"]
    assert {"result.json", "result.csv", "report.html", "plan.toml", "journals"} <= set(os.listdir(whole)), os.listdir(whole)
    with open(os.path.join(whole, "report.html"), encoding="utf-8") as file:
        assert "System recovery" in file.read()
    os.makedirs(os.path.join(part, "journals"))
    with open(os.path.join(whole, "journals", "recovery_0064.jsonl"), encoding="utf-8") as file:
        write(part, "journals/recovery_0064.jsonl", "".join(file.readlines()[:2]))
    resumed = ask("recovery", *KNOWN, "--device", OVERLOADED, "--resume", part)
    assert resumed["answer"] == wanted and len(resumed["trials"]) == 2, resumed["answer"]


@case
def a_reset_is_measured_by_both_methods(_):
    """50 % are 744,047.6 frames a second: in 100 ms 74,405 are due, and 1344 ns lie between two."""
    result = ask("reset", "--quick", "--load", "50%", "--device", RESET, "--repetitions", "2", "--kind", "power")
    [found] = result["answer"]
    assert found["frame_bytes"] == 64 and found["kind"] == "power" and found["resolution_ns"] == 1344, found
    for reset in found["resets"]:
        assert reset["method"] == "frame_loss" and reset["lost_outside"] == 0, reset
        assert abs(reset["recovery_ns"] - 100_000_000) <= 1344 and len(reset["interruptions"]) == 2, reset
        assert reset["timestamp_ns"] - reset["frame_loss_ns"] in (1343, 1344, 1345), reset
        assert all(abs(each["at_ns"] - 1_500_020_000) <= 3000 for each in reset["interruptions"]), reset
    assert len(found["resets"]) == 2 and "not-rfc2544" in rules(result), result["findings"]


@case
def with_a_link_down_only_timestamps_count(folder):
    device = write(folder, "flap.toml", "[link]\nbits_per_second = 1e8\n[fault]\nflap_at_s = [1.5]\nflap_for_s = 0.2\n")
    result = ask("reset", "--quick", "--load", "100kfps", "--device", device)
    [reset] = result["answer"][0]["resets"]
    assert reset["method"] == "timestamp" and reset["frame_loss_ns"] is None, reset
    assert reset["recovery_ns"] == 200_010_000 and "link-went-down" in rules(result), reset


@case
def no_reset_is_not_measured_and_an_early_one_neither(folder):
    slow = "[link]\nbits_per_second = 1e7\n"
    never = ask("reset", "--quick", "--load", "50%", "--device", write(folder, "never.toml", slow), code=6)
    assert never["answer"][0]["recovery_ns"] is None and "no reset was seen" in str(never["findings"]), never
    early = write(folder, "early.toml", slow + "[fault]\nreset_at_s = [0.5]\n")
    said = ask("reset", "--quick", "--load", "50%", "--device", early, code=6)
    assert "1.0 s without loss are wanted before" in str(said["findings"]), said["findings"]


@case
def the_command_gets_its_words_and_no_shell(folder):
    told, tool = os.path.join(folder, "told"), os.path.join(folder, "tool")
    write(folder, "tool", "#!/bin/sh\necho said; printf '%s|' \"$@\" > \"$TOLD\"\n")
    os.chmod(tool, 0o755)
    os.environ["TOLD"] = told
    done = run("reset", "--quick", "--load", "100kfps", "--device", RESET, "--json", "--on-reset", f"{tool} 'a b' $HOME;x")
    assert "said" in done.stderr and json.loads(done.stdout)["verdict"] == "pass", done.stderr
    with open(told, encoding="utf-8") as file:
        assert file.read() == "a b|$HOME;x|"
    failed = ask("reset", "--quick", "--load", "100kfps", "--device", RESET, "--on-reset", "sh -c 'exit 7'", code=6)
    assert "sh ended with exit code 7" in str(failed["findings"]), failed["findings"]
    nowhere = run("reset", "--quick", "--load", "100kfps", "--device", RESET, "--on-reset", "/nowhere/reload", code=4)
    assert "can't run \"/nowhere/reload\"" in nowhere.stderr, nowhere.stderr
    assert "wants a second '" in run("reset", "--on-reset", "sh -c 'x", code=3).stderr


@case
def ctrl_c_keeps_what_was_measured(_):
    process = start("reset", "--quick", "--load", "100kfps", "--device", RESET, "--repetitions", "2", "--json",
                    "--on-reset", "sleep 100", "--wait", "1h")
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=30)
    assert process.returncode == 130, (process.returncode, printed[-500:])
    assert json.loads(printed)["verdict"] == "not_measured", printed[-500:]


main()
