#include "app/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <vector>

#include "base/embedded_file.h"
#include "base/text.h"
#include "plan/settings.h"

namespace pktgen {
namespace {

constexpr std::string_view kCommands[] = {"sweep",  "throughput", "latency", "loss",     "burst", "recovery",
                                          "reset",  "mlr",        "rfc2544", "switch",   "lag",   "service",
                                          "soak",   "send",       "receive", "replay",   "ports", "optics",
                                          "doctor", "bind",       "unbind",  "calibrate"};

/// The manual of a command. What the searches have in common stands in one file.
std::string help_text(const std::string& name) {
  const auto files = help_files();
  const auto text = [&](const std::string& file) {
    const auto found = std::ranges::find(files, file + ".txt", &EmbeddedFile::name);
    return std::string(found == files.end() ? "there is no help text\n" : found->text);
  };
  return is_among(name, kSearches) || name == "switch" || name == "lag" ? text(name) + "\n" + text("searches")
                                                                        : text(name);
}

std::vector<std::string_view> option_names(std::string_view command) {
  std::vector<std::string_view> names;
  for (const Setting& setting : settings())
    if (takes(command, setting)) names.push_back(setting.name);
  names.insert(names.end(), {"help", "version"});
  return names;
}

Error usage(std::string message) { return {ErrorKind::usage, std::move(message)}; }

/// "--laod=50%" and "-laod" are both about "laod".
std::string_view bare_name(std::string_view option) {
  option = option.substr(0, option.find('='));
  option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
  return option;
}

Error unknown_option(std::string_view option, std::string_view command) {
  const std::vector<std::string_view> names = option_names(command);
  return usage(fmt::format("unknown option {}; the nearest is --{}, and pktgen {} --help lists all",
                           in_quotes(option.substr(0, option.find('='))), nearest(bare_name(option), names),
                           command));
}

Error unknown_command(std::string_view word) {
  std::string all;
  for (const std::string_view command : kCommands)
    all += fmt::format("{}{}", all.empty() ? "" : ", ", command);
  if (word.starts_with('-'))
    return usage(fmt::format("wants a command before {}, like pktgen {} {}; the commands are: {}",
                             in_quotes(word), kCommands[0], word, all));
  return usage(fmt::format("unknown command {}; the nearest is {}, of these: {}", in_quotes(word),
                           in_quotes(nearest(word, kCommands)), all));
}

/// What stood on the command line, not yet understood.
struct Words {
  std::vector<std::string> plan_files;
  std::vector<Asked> asked;
};

/// CLI11 is told names only, so that values, their errors and their order are those of the settings' table.
class Syntax {
 public:
  Syntax() {
    app_.set_help_flag("");
    app_.allow_extras();
    for (const Setting& setting : settings()) {
      const std::string name = "--" + std::string(setting.name);
      CLI::Option* const option =
          setting.kind == Setting::Kind::flag ? app_.add_flag(name) : app_.add_option(name)->expected(1);
      options_.push_back({&setting, option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)});
    }
  }

  Result<Words> parse(std::vector<std::string> arguments, std::string_view command) {
    std::ranges::reverse(arguments);  // as CLI11 wants a vector
    try {
      app_.parse(std::move(arguments));
    } catch (const CLI::Error& error) {
      return tl::make_unexpected(
          usage(fmt::format("{}; pktgen {} --help lists the options", error.what(), command)));
    }
    for (const std::string& extra : app_.remaining())
      if (extra.starts_with('-') && extra != "--") return tl::make_unexpected(unknown_option(extra, command));
    return words();
  }

 private:
  struct Option {
    const Setting* setting;
    const CLI::Option* option;
  };

  Result<Words> words() const {
    Words words{.plan_files = app_.remaining(), .asked = {}};
    std::erase(words.plan_files, "--");
    for (const Option& one : options_) {
      if (one.option->count() == 0) continue;
      const std::string name = "--" + std::string(one.setting->name);
      const bool may_repeat = one.setting->kind == Setting::Kind::words;
      if (one.option->count() > 1 && !may_repeat)
        return fail(ErrorKind::usage, fmt::format("{} is there twice; keep one of them", name));
      words.asked.push_back({one.setting, join(one.option->results(), " "), name, Origin::command_line});
    }
    return words;
  }

  CLI::App app_;
  std::vector<Option> options_;
};

/// CLI11's own words for an option without a value don't say what would be one.
Result<void> check_values(std::span<const std::string> arguments) {
  for (const std::string& argument : arguments) {
    const bool is_last = &argument == &arguments.back();
    if (!argument.starts_with("--") || !(argument.ends_with('=') || is_last)) continue;
    const Setting* const setting = find_setting(bare_name(argument));
    const bool is_whole = argument.find('=') == std::string::npos || argument.ends_with('=');
    if (setting != nullptr && setting->kind != Setting::Kind::flag && is_whole)
      return fail(ErrorKind::usage,
                  fmt::format("--{} wants a value ({}), found none", setting->name, setting->help));
  }
  return {};
}

/// A replay takes a capture where other commands take a plan; a plan is known by its name.
std::vector<Asked> take_capture(std::string_view command, std::vector<std::string>& files) {
  std::vector<Asked> asked;
  const auto is_capture = [](const std::string& name) { return !name.ends_with(".toml"); };
  const auto found = std::ranges::find_if(files, is_capture);
  if (command != "replay" || found == files.end()) return asked;
  asked.push_back({find_setting("file"), *found, *found, Origin::command_line});
  files.erase(found);
  return asked;
}

Result<PlanFile> read_plan_file(const std::vector<std::string>& files, std::string_view command) {
  if (files.empty()) return PlanFile{};
  if (files.size() > 1)
    return fail(ErrorKind::usage,
                fmt::format("wants one plan file at most, found {} and {}; a list is written with commas",
                            in_quotes(files[0]), in_quotes(files[1])));
  auto from_file = load_plan(files.front(), command);
  if (!from_file && from_file.error().kind == ErrorKind::environment)
    return fail(ErrorKind::environment, "plan file " + from_file.error().message);
  return from_file;
}

Result<CheckedPlan> read_plan(const std::string& command, const std::vector<std::string>& arguments) {
  if (auto values = check_values(arguments); !values) return tl::make_unexpected(values.error());
  auto words = Syntax().parse(arguments, command);
  if (!words) return tl::make_unexpected(words.error());
  for (const Asked& one : words->asked)
    if (!takes(command, *one.setting))
      return fail(ErrorKind::usage, fmt::format("--{}", not_taken(command, *one.setting)));
  const std::vector<Asked> capture = take_capture(command, words->plan_files);
  auto file = read_plan_file(words->plan_files, command);
  if (!file) return tl::make_unexpected(file.error());
  std::vector<Asked>& asked = file->asked;
  asked.insert(asked.end(), capture.begin(), capture.end());
  asked.insert(asked.end(), words->asked.begin(), words->asked.end());
  auto plan = make_plan(command, asked, std::move(file->streams), std::move(file->services));
  if (!plan) return tl::make_unexpected(plan.error());
  return validate(std::move(*plan));
}

}  // namespace

Parsed parse_command_line(int argc, const char* const* argv) {
  const std::vector<std::string> all(argv + std::min(argc, 1), argv + argc);
  if (all.empty()) return Say{help_text("pktgen"), 2};
  const std::string& command = all.front();
  if (command == "--help" || command == "-h" || command == "help") {
    const bool known = all.size() > 1 && std::ranges::find(kCommands, all[1]) != std::end(kCommands);
    return Say{help_text(known ? all[1] : "pktgen")};
  }
  if (command == "--version") return Say{"pktgen " PKTGEN_VERSION "\n"};
  if (std::ranges::find(kCommands, command) == std::end(kCommands)) return unknown_command(command);
  const std::vector<std::string> arguments(all.begin() + 1, all.end());
  for (const std::string& argument : arguments)
    if (argument == "--help" || argument == "-h") return Say{help_text(command)};
  if (command == "optics") {
    auto request = parse_optics(arguments);
    if (!request) return std::move(request.error());
    return std::move(*request);
  }
  if (command == "ports") {
    auto request = parse_ports(arguments);
    if (!request) return std::move(request.error());
    return std::move(*request);
  }
  if (command == "doctor") {
    auto request = parse_doctor(arguments);
    if (!request) return std::move(request.error());
    return std::move(*request);
  }
  if (command == "bind") {
    auto request = parse_bind(arguments);
    if (!request) return std::move(request.error());
    return std::move(*request);
  }
  if (command == "unbind") {
    auto request = parse_unbind(arguments);
    if (!request) return std::move(request.error());
    return std::move(*request);
  }
  auto plan = read_plan(command, arguments);
  if (!plan) return std::move(plan.error());
  return std::move(*plan);
}

}  // namespace pktgen
