#!/bin/bash
# Every driver and PCI id of pmd_config/ is one that the installed DPDK's drivers say they know.
# Arguments: the folder pmd_config; optionally that of the drivers.
set -euo pipefail
config=${1:-pmd_config}
drivers=${2:-}
if [[ -z $drivers ]]; then
  for folder in /usr/lib/*/dpdk/pmds-*; do
    if [[ -d $folder ]]; then drivers=$folder; fi
  done
fi
if [[ ! -d $drivers ]] || ! command -v python3 >/dev/null; then
  echo "skipped: this needs python3 and DPDK's drivers (apt install python3 librte-net-i40e23)"
  exit 77
fi
exec python3 - "$config" "$drivers" <<'PYTHON'
import glob, json, os, re, sys

config, drivers = sys.argv[1:]
# Each driver carries a line of JSON about itself, which dpdk-pmdinfo.py prints too but needs pyelftools for.
known = {}
for path in glob.glob(os.path.join(drivers, "librte_net_*.so")):
    with open(path, "rb") as file:
        for line in re.findall(rb"PMD_INFO_STRING= (\{.*?\})\0", file.read(), re.S):
            info = json.loads(line)
            ids = {"%04x:%04x" % tuple(entry[:2]) for entry in info.get("pci_ids", [])}
            known.setdefault(info["name"], set()).update(ids)
wrong = []
count = 0
for path in sorted(glob.glob(os.path.join(config, "*.toml"))):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    driver = re.search(r'^driver = "([^"]*)"', text, re.M)
    if driver is None:
        continue
    if driver[1] not in known:
        wrong.append(f"{path}: no installed driver is named {driver[1]}")
        continue
    ids = re.search(r"^pci_ids = \[(.*?)\]", text, re.M | re.S)
    for pci_id in re.findall(r'"([^"]*)"', ids[1] if ids else ""):
        count += 1
        if pci_id not in known[driver[1]]:
            wrong.append(f"{path}: {driver[1]} doesn't know {pci_id}")
print("\n".join(wrong) or f"{count} ids, all known to their drivers")
sys.exit(1 if wrong or count == 0 else 0)
PYTHON
