#!/bin/bash
# scripts/veth_lab as a test: pktgen's ledger against the kernel's counters. $1 is the pktgen to test.
# Exit 77 (skipped) where network namespaces can't be made.
set -euo pipefail

repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
exec "$repo/scripts/veth_lab" --pktgen "${1:-$repo/build/pktgen/pktgen}"
