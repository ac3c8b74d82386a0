#!/usr/bin/env python3
"""Modules of ports, and their monitors beside loss, as a person uses them: optics_test.py PKTGEN.
Prints 'N passed, N failed'."""
import json
import os
import signal
import subprocess
import time

from modules import store_sr_module
from program import PKTGEN, case, main, run, start


def device(folder, received=0x0004, more=""):
    """A device file beside a module that receives so many tenths of a microwatt."""
    store_sr_module(os.path.join(folder, "sr.bin"), received)
    path = os.path.join(folder, "device.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'{more}\n[module]\neeprom = "sr.bin"\n')
    return path


@case
def a_module_in_an_emulated_port_is_read(folder):
    done = run("optics", "emu:a", "--device", device(folder, 5734))
    assert "FTLX8571D3BCL" in done.stdout and "-2.42 dBm" in done.stdout, done.stdout
    document = json.loads(run("optics", "emu:b", "--json", "--device", device(folder), code=1).stdout)
    assert document["schema"] == "pktgen.module/1" and document["source"] == "emu:b" and document["alarm"] is True


@case
def what_is_missing_is_told_with_the_next_step(folder):
    assert run("optics", "emu:a", code=6).stderr == (
        'pktgen: emu:a: no module is in this port; name the file of one\'s memory in the device file, [module] '
        'eeprom = "module.bin", and give it with --device FILE\n')
    with open(os.path.join(folder, "none.toml"), "w", encoding="utf-8") as file:
        file.write('[module]\neeprom = "gone.bin"\n')
    assert "gone.bin" in run("optics", "emu:a", "--device", os.path.join(folder, "none.toml"), code=4).stderr
    assert run("optics", "if:nosuch0", code=5).stderr == (
        "pktgen: if:nosuch0: there is no such interface; ip link lists those there are\n")
    run("optics", "--device", device(folder), code=2)
    run("optics", "0000:ff:1f.7", code=5)


@case
def a_driver_that_cant_read_modules_is_told(_):
    done = run("optics", "vdev:net_null0", code=6)
    assert done.stderr == (
        "pktgen: vdev:net_null0: the driver net_null can't read modules; read it in another host, or before "
        "binding (ethtool -m IFACE raw on), and give the dump: pktgen optics FILE\n"), done.stderr
    done = subprocess.run([PKTGEN, "optics", "if:lo"], capture_output=True, text=True, check=False)
    assert done.returncode == (6 if os.geteuid() == 0 else 4), done.stderr


@case
def a_result_has_the_monitors_of_the_modules(folder):
    document = json.loads(run("sweep", "--json", "--sizes", "1518", "--load", "1000fps", "--duration", "3s", "--device",
                              device(folder, 5734)).stdout)
    for port in document["ports"]:
        module = port["module"]
        assert (module["vendor"], module["part"], module["unread"]) == ("FINISAR CORP.", "FTLX8571D3BCL", 0), module
        assert module["readings"] == 6, module["readings"]  # when opened, before, each second, after
        power = [one for one in module["monitors"] if one["monitor"] == "rx_power_milliwatts"]
        assert len(power) == 1 and power[0]["crossed"]["low_alarm"] is False, power
        assert power[0]["before"] == power[0]["min"] == power[0]["max"] == power[0]["after"] == 0.5734, power
        assert {one["monitor"] for one in module["monitors"]} == {
            "temperature_celsius", "supply_volts", "bias_milliamperes", "tx_power_milliwatts", "rx_power_milliwatts"}
    assert document["verdict"] == "pass"
    without = json.loads(run("sweep", "--json", "--sizes", "1518", "--load", "1000fps", "--duration", "1s").stdout)
    assert [port["module"] for port in without["ports"]] == [None, None]


@case
def loss_beside_a_dark_fibre_is_told_and_stays_a_failure(folder):
    path = device(folder, 0x0004, "[fault]\ndrop_every = 100\n")
    document = json.loads(run("sweep", "--json", "--sizes", "64", "--load", "1000fps", "--duration", "1s", "--device",
                              path, code=1).stdout)
    for trial in document["trials"]:
        assert trial["verdict"] == "fail"
        told = [finding for finding in trial["findings"] if finding["rule"] == "module-beside-loss"]
        assert len(told) == 1 and "rx power of -33.98 dBm, low alarm at -20.00 dBm" in told[0]["because"], trial
    text = run("sweep", "--sizes", "64", "--load", "1000fps", "--duration", "1s", "--device", path, code=1).stdout
    assert "module: FINISAR CORP. FTLX8571D3BCL: temperature 30.14 C" in " ".join(text.split()), text


@case
def a_broken_memory_stops_no_measurement(folder):
    path = device(folder)
    with open(os.path.join(folder, "sr.bin"), "wb") as file:
        file.write(b"\xff" * 512)
    document = json.loads(run("sweep", "--json", "--sizes", "64", "--load", "1%", "--duration", "100ms", "--device",
                              path).stdout)
    assert document["ports"][0]["module"]["why_none"].startswith("module unreadable"), document["ports"][0]


@case
def an_interruption_keeps_what_the_modules_said(folder):
    run_ = start("sweep", "--json", "--real-time", "--sizes", "64", "--load", "1000fps", "--duration",
                 "20s", "--device", device(folder, 5734))
    time.sleep(4)
    run_.send_signal(signal.SIGINT)
    out, _ = run_.communicate(timeout=60)
    assert run_.returncode == 130, run_.returncode
    assert json.loads(out)["ports"][0]["module"]["readings"] >= 2


main()
