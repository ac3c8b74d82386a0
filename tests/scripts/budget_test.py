#!/usr/bin/env python3
"""Instructions a frame of the hot loops, counted by callgrind: budget_test.py BUDGET_PROGRAM

Nothing but the loop is counted, so the figure is the same on every machine whose vectors are as wide (callgrind knows
AVX2, not AVX-512). A budget has a tenth of room; who needs more changes it here, with the reason in the commit.
"""
import re
import shutil
import subprocess
import sys

# Instructions a frame of 64 bytes in full bursts, DPDK linked statically: crafting, stamping and handing over to net_null; the same
# with four fields, of 1,024 prebuilt frames, and of 1,024 streams; receiving,
# checking and tracking (without making the frames again); the whole way over the emulated wire on rings;
# the next of 1,024 streams and its next due time.
BUDGETS = {"send": 121, "fields": 198, "prebuilt": 127, "streams": 346, "receive": 87, "whole": 198, "schedule": 102}
BURST = 32
BURSTS = 2000


def a_frame(program, loop):
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--instr-atstart=no",
                           program, loop, str(BURSTS)], capture_output=True, text=True, check=False)
    counted = re.search(r"Collected : (\d+)", done.stderr)
    assert done.returncode == 0 and counted, done.stderr
    return int(counted.group(1)) / (BURSTS * BURST)


def main(program):
    if shutil.which("valgrind") is None:
        print("budget_test: skipped, for there is no valgrind")
        return 77
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        if " avx2 " not in file.read():
            print("budget_test: skipped, for the budgets are those of AVX2, which this processor hasn't")
            return 77
    made = a_frame(program, "make")
    failed = 0
    for loop, budget in BUDGETS.items():
        found = a_frame(program, loop) - (made if loop == "receive" else 0)
        is_kept = found <= budget * 1.1
        failed += not is_kept
        print(f"{'ok     ' if is_kept else 'FAILED '} {loop}: {found:.1f} instructions a frame, budget {budget}")
    print(f"{len(BUDGETS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
