"""Checks the result document of a sweep that must have lost nothing; prints what is wrong and ends with 1.

With --tester-may-fail a trial may also be not measured, for reasons that lie in a machine too slow or too busy.
"""

import argparse
import json
import sys

ELSEWHERE = ("corrupted", "lost", "rx_crc_errors", "rx_missed", "rx_no_buffer")
UNEXPECTED = (*ELSEWHERE, "duplicated", "reordered", "surplus")
SLOW_TESTER = {"tester-could-not-send", "stalled-worker", "schedule-late", "tester-could-not-receive"}


def is_excused(trial):
    """Whether the trial says that it wasn't measured, and for nothing but the tester's own slowness."""
    rules = {finding["rule"] for finding in trial["findings"]}
    return trial["verdict"] == "not_measured" and bool(rules) and rules <= SLOW_TESTER


def faults_of_trial(trial, least_frames, tester_may_fail):
    """Yields a sentence for each thing that is wrong with one trial."""
    ledger = trial["ledger"]
    is_weak = tester_may_fail and is_excused(trial)
    if trial["verdict"] != "pass" and not is_weak:
        yield f"verdict {trial['verdict']}, findings {trial['findings']}"
    if trial["sent"] < least_frames:
        yield f"sent {trial['sent']}, wanted at least {least_frames}"
    if trial["due"] != trial["sent"] + trial["no_buffer"] + trial["ring_full"]:
        yield f"due {trial['due']} is not sent {trial['sent']} + no_buffer + ring_full"
    accounted = ledger["delivered"] + sum(ledger[bucket] for bucket in ELSEWHERE)
    if trial["sent"] != accounted:
        yield f"sent {trial['sent']}, the ledger accounts for {accounted}"
    if ledger["delivered"] == 0:
        yield "nothing was delivered"
    for bucket in () if is_weak else UNEXPECTED:
        if ledger[bucket] != 0:
            yield f"{bucket} is {ledger[bucket]}, wanted 0"


def faults_of_document(document, sizes, least_frames, tester_may_fail):
    """Yields a sentence for each thing that is wrong with the whole document."""
    is_weak = tester_may_fail and any(is_excused(trial) for trial in document["trials"])
    wanted_values = {"schema": "pktgen.result/1", "command": "sweep", "emulated": False, "clock": "real"}
    for key, wanted in {**wanted_values, "verdict": "not_measured" if is_weak else "pass"}.items():
        if document[key] != wanted:
            yield f"{key} is {document[key]!r}, wanted {wanted!r}"
    found = sorted((trial["frame_bytes"], trial["direction"]) for trial in document["trials"])
    wanted_trials = sorted((size, direction) for size in sizes for direction in ("a>b", "b>a"))
    if found != wanted_trials:
        yield f"trials are {found}, wanted {wanted_trials}"
    for trial in document["trials"]:
        for fault in faults_of_trial(trial, least_frames, tester_may_fail):
            yield f"{trial['frame_bytes']} {trial['direction']}: {fault}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", required=True, help="frame sizes that must be there, such as 64,1518")
    parser.add_argument("--frames", type=int, default=1, help="each trial must have sent this many")
    parser.add_argument("--tester-may-fail", action="store_true", help="a slow machine is no fault")
    parser.add_argument("result", help="the JSON document")
    options = parser.parse_args()
    with open(options.result, encoding="utf-8") as file:
        document = json.load(file)
    sizes = [int(size) for size in options.sizes.split(",")]
    try:
        faults = list(faults_of_document(document, sizes, options.frames, options.tester_may_fail))
    except KeyError as missing:
        faults = [f"the document has no {missing}"]
    for fault in faults:
        print(f"check_sweep: {fault}")
    for trial in document.get("trials", []):
        print(f"{trial['frame_bytes']} {trial['direction']} sent {trial['sent']} {trial['ledger']}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
