#!/usr/bin/env python3
"""pktgen send and receive as people use them: send_test.py PKTGEN"""
import json
import os
import signal
import subprocess
import time

from program import ask, ROOT, case, main, run, start


def answer(*arguments, code=0):
    return ask("send", *arguments, code=code)["answer"]


def device(folder, text):
    with open(f"{folder}/device.toml", "w", encoding="utf-8") as file:
        file.write(text)
    return file.name


@case
def one_stream_at_line_rate_is_the_default(folder):
    stream = answer("--duration", "1s")["streams"][0]
    assert stream["sent"] == stream["delivered"] == 14_880_953, stream  # of 14,880,952.4 the last one begins
    assert abs(stream["l1_bits_per_second"] - 10e9) < 1e3 and stream["verdict"] == "pass", stream


@case
def each_rate_is_offered_within_a_hundredth_of_a_percent(folder):
    for load, frames in (("1fps", 10), ("1000fps", 10_000), ("1Mfps", 10_000_000), ("0.1fps", 1), ("100%", 148_809_524)):
        found = answer("--duration", "10s", "--load", load)
        sent = found["streams"][0]["sent"]
        assert abs(sent - frames) <= max(1e-4 * frames, 0), (load, sent)
        assert found["directions"][0]["pacing_error_ns"]["max"] in (0, None), found["directions"]


@case
def the_streams_of_the_example_are_each_counted(folder):
    streams = {s["name"]: s for s in answer(f"{ROOT}/docs/examples/streams.toml", "--duration", "1s")["streams"]}
    assert streams["voice"]["sent"] == streams["voice"]["delivered"] == 2500, streams["voice"]
    assert streams["syn"]["sent"] == 0 and streams["syn"]["verdict"] == "not_measured", streams["syn"]
    assert all(s["missing"] == 0 for s in streams.values()), streams


@case
def what_a_device_loses_of_one_stream_is_not_told_of_the_other(folder):
    plan = f"{folder}/two.toml"
    with open(plan, "w", encoding="utf-8") as file:
        file.write('[[stream]]\nname="small"\nload="1000fps"\n[[stream]]\nname="large"\nsizes=1518\nload="100fps"\n')
    found = answer(plan, "--device", device(folder, "[device]\nmax_frame_bytes = 1000\n"), "--duration", "1s", code=1)
    small, large = found["streams"]
    assert (small["missing"], small["verdict"]) == (0, "pass"), small
    assert (large["missing"], large["verdict"]) == (100, "fail"), large


@case
def a_number_of_frames_needs_no_duration(folder):
    assert answer("--frames", "1000", "--load", "1fps")["streams"][0]["sent"] == 1000


@case
def one_port_sends_and_nobody_judges_what_came(folder):
    found = answer("--ports", "emu:a", "--duration", "10ms")
    assert found["directions"][0]["ledger"] is None and found["streams"][0]["delivered"] is None, found


@case
def files_are_written_where_asked(folder):
    run("send", "--duration", "10ms", "--out", f"{folder}/run")
    assert sorted(os.listdir(f"{folder}/run")) == ["plan.toml", "report.html", "result.csv", "result.json", "samples"]
    again = run("send", f"{folder}/run/plan.toml", "--json", "--force").stdout
    good = subprocess.run(["tshark", "-r", f"{folder}/run/samples/a_to_b_rx.pcap", "-o", "udp.check_checksum:TRUE", "-Y",
                           "udp.checksum.status==1"], capture_output=True, text=True, check=True).stdout
    assert good.count("\n") == 16, good
    with open(f"{folder}/run/result.json", encoding="utf-8") as file:
        assert json.load(file)["answer"] == json.loads(again)["answer"]


@case
def the_device_files_chatter_is_received_by_kind(folder):
    chatty = device(folder, "[chatter]\narp = 10\nlldp = 1\n")
    heard = json.loads(run("receive", "--json", "--device", chatty, "--duration", "10s", "--capture",
                           f"{folder}/heard.pcapng", "--filter", "arp", code=6).stdout)["answer"]
    port = heard["ports"][0]
    assert port["foreign"]["arp"] > 0 and port["frames"] == sum(port["foreign"].values()), port
    assert port["captured"] == port["foreign"]["arp"] and port["capture_missed"] == 0, port
    counted = subprocess.run(["tshark", "-r", f"{folder}/heard.pcapng", "-Y", "arp", "-T", "fields", "-e",
                              "frame.number"], capture_output=True, text=True, check=True).stdout.split()
    assert len(counted) == sum(p["captured"] for p in heard["ports"]), (len(counted), heard)


@case
def a_sweep_takes_the_streams_of_a_plan(folder):
    done = run("sweep", f"{ROOT}/docs/examples/streams.toml", "--sizes", "128,1518", "--duration", "100ms", "--json",
               "--out", f"{folder}/sweep")
    trials = json.loads(done.stdout)["trials"]
    assert len(trials) == 4 and all(t["verdict"] == "pass" and t["ledger"]["lost"] == 0 for t in trials), trials
    assert abs(trials[0]["offered_frames_per_second"] - 8445945.9) < 1000, trials[0]


@case
def mistakes_are_one_line_with_their_place(folder):
    plan = f"{folder}/wrong.toml"
    for code, words, *arguments in (
            (3, ["ipv4.src", "same bits"], "--modify", "ipv4.src=1", "--modify", "ipv4.src=2"),
            (3, ["64", "40"], "--sizes", "40"), (3, ["more than the link"], "--load", "101%"),
            (3, ["138304"], "--sizes", "9018", "--load", "200000fps"),
            (3, ["header 2", "udp"], "--stack", "eth/udp"), (3, ["smallest frame is 84"], "--stack", "udp6"),
            (3, ["weight"], "--sizes", "64:0"), (3, ["dscp"], "--dscp", "64"), (2, ["loops", "replay"], "--loops", "3"),
            (2, ["--laod", "--load"], "--laod", "1fps"), (3, ["port b"], "--ports", "emu:a", plan)):
        with open(plan, "w", encoding="utf-8") as file:
            file.write('[[stream]]\nport = "b"\n')
        done = run("send", *arguments, "--duration", "1ms", code=code)
        assert done.stderr.count("\n") == 1 and all(word in done.stderr for word in words), (arguments, done.stderr)
    for text, words in (('[[stream]]\nload="60%"\n[[stream]]\nload="60%"\n', ["12.000 Gb/s"]),
                        ('[[stream]]\nsizes="64:0"\n', ["wrong.toml:2", "stream[0].sizes", "weight"]),
                        ('[[stream]]\n[[stream.modify]]\nfield="vlan.id"\n', ["wrong.toml:3", "vlan.id"])):
        with open(plan, "w", encoding="utf-8") as file:
            file.write(text)
        done = run("send", plan, code=3)
        assert done.stderr.count("\n") == 1 and all(word in done.stderr for word in words), done.stderr


@case
def ctrl_c_ends_a_send_that_goes_on_for_ever(folder):
    process = start("send", "--duration", "forever", "--json", "--real-time", "--load", "1000fps")
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130, (process.returncode, err)
    found = json.loads(out)["answer"]["streams"][0]
    assert found["sent"] == found["delivered"] > 0, found


main()
