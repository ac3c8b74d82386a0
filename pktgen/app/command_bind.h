#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/units.h"
#include "bind/kernel.h"
#include "bind/refusal.h"

namespace pktgen {

/// What `pktgen bind` was asked for.
struct BindRequest {
  std::vector<std::string> ports{};
  BindWish wish{};
  std::optional<Nanoseconds> confirm_within{};  ///< nothing: the binding stays without a word
  bool confirm = false;                         ///< only that word is given, and nothing bound
  bool persistent = false, dry_run = false, json = false;
  std::string root{};  ///< where sys, proc and run lie; empty: this machine
};

/// Reads "PORT... [--driver NAME] [--force WORDS] [--confirm-within TIME] [--confirm] [--persistent]
/// [--dry-run] [--json] [--root DIR]". Fails (usage, plan), saying what is wanted.
Result<BindRequest> parse_bind(std::span<const std::string> arguments);

/// Binds all ports or none and says so. Returns the exit code: 0, or 130 if it was interrupted and all is as
/// it was. Fails (environment, port) for what is in the way, and (port) if nobody confirmed in time.
Result<int> run_bind(const BindRequest& request, const Kernel& kernel);

}  // namespace pktgen
