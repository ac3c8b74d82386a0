#!/usr/bin/env python3
"""pktgen ports and scripts/bind agree on which port can be taken: ports_bind_test.py PKTGEN

Each port of each machine of tests/fixtures/machines is asked of both, with and without --force. The stand-in for
the ip command prints what procfs of the machine says. bind can't bind in made-up files: it ends with 4 where it
refuses, and with 5 where it would have bound.
"""
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
MACHINES = os.path.join(SOURCE, "tests/fixtures/machines")
REFUSED, NOT_BOUND, BOUND = 4, 5, 0
# What bind says with and without --force, by what pktgen ports says.
MEANS = {"ready": (BOUND, BOUND), "free": (NOT_BOUND, NOT_BOUND), "forced": (REFUSED, NOT_BOUND),
         "refused": (REFUSED, REFUSED)}

IP = r'''#!/bin/bash
case "$*" in
  "-o addr show dev "*) grep -s . "$STAND_IN/addr.${@: -1}" ;;
  "route show table all default") grep -s . "$STAND_IN/default" ;;
  "-6 route show table all default") ;;
  "route show table all dev "*) grep -s . "$STAND_IN/route.${@: -1}" ;;
  "-6 route show table all dev "*) ;;
  "route get "*) grep -s . "$STAND_IN/get" ;;
  *) echo "the ip stand-in doesn't know: $*" >&2; exit 1 ;;
esac
exit 0
'''


def unpack(name, root):
    """The format of tests/support/machine_tree.h."""
    with open(os.path.join(MACHINES, name), encoding="utf-8") as file:
        lines = file.read().splitlines()
    for line in lines:
        if not line or line.startswith(("#", "sys/devices/system/", "sys/kernel/mm/", "proc/cpuinfo")):
            continue  # the processors and pages of a machine aren't asked for here
        if " -> " in line:
            path, target = line.split(" -> ", 1)
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            os.symlink(target, os.path.join(root, path))
        elif line.endswith("/"):
            os.makedirs(os.path.join(root, line), exist_ok=True)
        else:
            path, text = (line[:-1], "") if line.endswith(":") else line.split(": ", 1)
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "ab") as file:
                hexadecimal = text.startswith("0x ")
                file.write(bytes.fromhex(text[3:]) if hexadecimal else text.encode() + b"\n")


def lines_of(root, table):
    try:
        with open(os.path.join(root, "proc/net", table), encoding="utf-8") as file:
            return [line.split() for line in file]
    except FileNotFoundError:
        return []


def write_stand_in(root, folder):
    """What `ip` would print, read from procfs in another way than pktgen does."""
    said = {}
    for words in lines_of(root, "route")[1:]:
        address = socket.inet_ntoa(struct.pack("=I", int(words[1], 16)))
        said.setdefault("route." + words[0], []).append(address)
        if words[7] == "00000000":
            said.setdefault("default", []).append(f"default via 192.0.2.1 dev {words[0]}")
    for words in lines_of(root, "if_inet6"):
        said.setdefault("addr." + words[5], []).append(f"2: {words[5]} inet6 {words[0]}/64 scope link")
    for words in lines_of(root, "tcp")[1:]:
        if words[3] == "01" and words[1].endswith(":0016"):
            said["get"] = [f"192.0.2.110 dev {said['default'][0].split()[-1]}"]
    for name, lines in said.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


def code_of_bind(machine, address, force):
    with tempfile.TemporaryDirectory() as root, tempfile.TemporaryDirectory() as folder:
        unpack(machine, root)
        write_stand_in(root, folder)
        for name, text in (("ip", IP), ("modprobe", "#!/bin/bash\nexit 1\n")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(os.path.join(folder, name), 0o755)
        os.makedirs(os.path.join(root, "sys/bus/pci/drivers/vfio-pci"), exist_ok=True)
        environment = dict(os.environ, PATH=folder + ":" + os.environ["PATH"], STAND_IN=folder,
                           PKTGEN_SYSFS=os.path.join(root, "sys"), SSH_CONNECTION="192.0.2.110 50000 192.0.2.10 22")
        done = subprocess.run([os.path.join(SOURCE, "scripts/bind"), *(["--force"] if force else []), "vfio-pci",
                               address], env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr.strip()


def ports_of(pktgen, machine):
    with tempfile.TemporaryDirectory() as root:
        unpack(machine, root)
        said = subprocess.run([pktgen, "ports", "--json", "--root", root], capture_output=True, check=True).stdout
        return json.loads(said)["ports"]


def main():
    asked, wrong = 0, 0
    for machine in sorted(os.listdir(MACHINES)):
        for port in ports_of(sys.argv[1], machine):
            if port["kind"] != "ethernet" or port["bus"] != "pci":
                continue  # bind knows nothing of those, and pktgen is the stricter one
            for force in (False, True) if port["take"] in ("forced", "refused") else (False,):
                wanted = MEANS[port["take"]][force]
                code, said = code_of_bind(machine, port["address"], force)
                asked += 1
                if code != wanted:
                    wrong += 1
                    print(f"{machine} {port['address']}{' --force' if force else ''}: pktgen ports says "
                          f"{port['take']}, so bind should end with {wanted}; it ended with {code}: {said}")
    print(f"{asked} questions, {wrong} answers differ")
    return 1 if wrong or asked < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
