"""Checks the result document of a sweep whose cable was pulled in its first trial; prints what is wrong, ends with 1."""

import argparse
import json
import re
import sys

RULE = "link-down-in-trial"
TOLD = re.compile(r"link of (\S+) and (\S+) \(seen at both ends\) down "
                  r"(?:(?:less than )?([0-9.]+) s|for good) at t=([0-9.]+) s")


def faults_of_pulled(trial, options):
    """Yields a sentence for each thing that is wrong with a trial in which the cable was out."""
    if trial["verdict"] != "not_measured":
        yield f"verdict {trial['verdict']}, wanted not_measured"
    rules = [finding["rule"] for finding in trial["findings"]]
    if rules != [RULE]:
        yield f"rules {rules}, wanted {RULE} alone"
        return
    because = trial["findings"][0]["because"]
    told = TOLD.findall(because)
    if [sorted((one, other)) for one, other, _, _ in told] != [sorted(options.ports.split(","))]:
        yield f"wanted one time down, seen at both of {options.ports}, found: {because}"
    ends = sorted(down["port"] for down in trial["link_downs"])
    if ends != ["a", "b"]:
        yield f"wanted the times of each end once, found {trial['link_downs']}"
    for _, _, lasted, at in told:
        # a slow machine may bring the link back only after the trial: then it was down for good
        end = float(at) + float(lasted or 0)
        if not 0 < float(at) < options.seconds or lasted == "0" or end > options.seconds + options.drain:
            yield f"{because}; wanted it within the trial of {options.seconds} s and its drain"
    if trial["ledger"]["lost"] == 0:
        yield "no frame was lost while the cable was out"


def faults_of_document(document, options):
    """Yields a sentence for each thing that is wrong with the whole document."""
    rules = [finding["rule"] for finding in document["findings"]]
    if document["verdict"] != "fail" or rules != ["link-flapped"]:
        yield f"verdict {document['verdict']} of the run by {rules}, wanted fail by link-flapped"
    found = sorted((trial["frame_bytes"], trial["direction"]) for trial in document["trials"])
    wanted = [(size, way) for size in (options.pulled, options.after) for way in ("a>b", "b>a")]
    if found != wanted:
        yield f"trials are {found}, wanted {wanted}"
    for trial in document["trials"]:
        name = f"{trial['frame_bytes']} {trial['direction']}"
        if trial["frame_bytes"] == options.pulled:
            for fault in faults_of_pulled(trial, options):
                yield f"{name}: {fault}"
        elif RULE in (finding["rule"] for finding in trial["findings"]) or trial["ledger"]["delivered"] == 0:
            yield f"{name}: not whole again with the cable back in: {trial}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ports", required=True, help="the two ports, with a comma between")
    parser.add_argument("--pulled", type=int, required=True, help="frame size of the trial that lost its cable")
    parser.add_argument("--after", type=int, required=True, help="larger frame size of the trial after it")
    parser.add_argument("--seconds", type=float, required=True, help="how long each trial was")
    parser.add_argument("--drain", type=float, required=True, help="how long it waited for late frames, in seconds")
    parser.add_argument("result", help="the JSON document")
    options = parser.parse_args()
    with open(options.result, encoding="utf-8") as file:
        document = json.load(file)
    try:
        faults = list(faults_of_document(document, options))
    except KeyError as missing:
        faults = [f"the document has no {missing}"]
    for fault in faults:
        print(f"check_link_down: {fault}")
    for trial in document.get("trials", []):
        print(f"{trial['frame_bytes']} {trial['direction']} {trial['verdict']} {trial['findings']}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
