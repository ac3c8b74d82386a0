#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/plan.h"

namespace pktgen {

inline constexpr std::string_view kAllCommands =
    "sweep throughput latency loss burst recovery reset mlr rfc2544 switch lag service soak send receive "
    "replay "
    "calibrate";

/// One key of a plan. The command line, the plan file and what is printed back all come from this one table.
struct Setting {
  enum class Kind : std::uint8_t {
    flag,     ///< `--force`; true or false in TOML
    integer,  ///< `--seed 7`; an integer in TOML
    text,     ///< `--load 50%`; a string in TOML
    path,     ///< a file that is read: a string in TOML, as seen from the plan file's folder
    numbers,  ///< `--sizes 64,512`; in TOML an array of integers and of strings for ranges
    texts,    ///< `--ports a,b`; in TOML an array of strings
    words,    ///< `--modify x --modify y`: joined with blanks; in TOML an array of strings
  };
  std::string_view name;  ///< "src-mac"; in TOML and JSON src_mac
  Kind kind = Kind::text;
  std::string_view example;  ///< of a value in TOML
  std::string_view help;     ///< one line
  Result<void> (*apply)(Plan&, std::string_view text) = nullptr;
  std::string (*print)(const Plan&) = nullptr;  ///< as on the command line; empty: not set
  std::string_view commands = kAllCommands;     ///< which take it
  bool is_of_one_stream =
      false;  ///< describes the one stream or service, so [[stream]] or [[service]] says it instead
};

/// All keys, in the order in which they are printed.
std::span<const Setting> settings();

/// Whether a command ("sweep") has this key.
bool takes(std::string_view command, const Setting& setting);

/// Whether a command sends or expects the streams of a plan.
bool takes_streams(std::string_view command);

/// What to say where a command is given a key that only others have: "load is for pktgen sweep, send, not
/// for replay; leave it out".
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

/// What a plan file holds: values of its keys, its streams and its services.
struct PlanFile {
  std::vector<Asked> asked;
  std::vector<StreamSpec> streams;
  std::vector<ServiceSpec> services{};
};

/// The defaults with every asked value applied, the later over the earlier, but stack before all others, for
/// it gives addresses their meaning, and modify behind all; not yet validated. Fails (plan) with the place of
/// the first value that can't be, or that the command doesn't take; for streams or services where the command
/// takes none, and for values of the one stream or service beside them.
Result<Plan> make_plan(std::string_view command, std::span<const Asked> asked,
                       std::vector<StreamSpec> streams = {}, std::vector<ServiceSpec> services = {});

/// A plan file's text; `name` stands for the file in messages, and paths are seen from its folder. Fails
/// (plan) with file, line and column for unknown keys (naming the nearest that `command` takes), wrong types,
/// keys that are there twice, and files that aren't TOML.
Result<PlanFile> parse_plan(std::string_view text, std::string_view name, std::string_view command);

/// The same of a file. Fails (environment) if it can't be read.
Result<PlanFile> load_plan(const std::string& path, std::string_view command);

/// The plan as a TOML file that reads back to the same plan, each value with its origin as a comment.
std::string print_plan(const Plan& plan);

}  // namespace pktgen
