#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/plan.h"

namespace pktgen {

/// One key of a plan. The command line, the plan file and what is printed back all come from this one table.
struct Setting {
  enum class Kind : std::uint8_t {
    flag,     ///< `--force`; true or false in TOML
    integer,  ///< `--seed 7`; an integer in TOML
    text,     ///< `--load 50%`; a string in TOML
    path,     ///< a file that is read: a string in TOML, as seen from the plan file's folder
    numbers,  ///< `--sizes 64,512`; in TOML an array of integers and of strings for ranges
    texts,    ///< `--ports a,b`; in TOML an array of strings
  };
  std::string_view name;  ///< "src-mac"; in TOML and JSON src_mac
  Kind kind = Kind::text;
  std::string_view example;  ///< of a value in TOML
  std::string_view help;     ///< one line
  Result<void> (*apply)(Plan&, std::string_view text) = nullptr;
  std::string (*print)(const Plan&) = nullptr;  ///< as on the command line; empty: not set
  std::string_view commands = "sweep replay";   ///< which take it
};

/// All keys, in the order in which they are printed.
std::span<const Setting> settings();

/// Whether a command ("sweep") has this key.
bool takes(std::string_view command, const Setting& setting);

/// What to say where a command is given a key that only others have: "load is for sweep, not for replay".
std::string not_taken(std::string_view command, const Setting& setting);

/// The setting of that name ("src-mac"), or nothing.
const Setting* find_setting(std::string_view name);

/// "src_mac" of "src-mac".
std::string toml_key(const Setting& setting);

/// One value that a person wrote, and where.
struct Asked {
  const Setting* setting = nullptr;
  std::string text;
  std::string where;  ///< "--load", "plan.toml:3:8: load"
  Origin origin = Origin::command_line;
};

/// The defaults with every asked value applied, the later over the earlier, but stack before all others, for
/// it gives addresses their meaning; not yet validated. Fails (plan) with the place of the first value that
/// can't be, or that the command doesn't take.
Result<Plan> make_plan(std::string_view command, std::span<const Asked> asked);

/// The values of a plan file; `name` stands for the file in messages, and paths are seen from its folder.
/// Fails (plan) with file, line and column for unknown keys (naming the nearest), wrong types, keys that are
/// there twice, and files that aren't TOML.
Result<std::vector<Asked>> parse_plan(std::string_view text, std::string_view name);

/// The same of a file. Fails (environment) if it can't be read.
Result<std::vector<Asked>> load_plan(const std::string& path);

/// The plan as a TOML file that reads back to the same plan, each value with its origin as a comment.
std::string print_plan(const Plan& plan);

}  // namespace pktgen
