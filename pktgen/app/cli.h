#pragma once
#include <string>
#include <variant>

#include "app/command_bind.h"
#include "app/command_doctor.h"
#include "app/command_optics.h"
#include "app/command_ports.h"
#include "app/command_unbind.h"
#include "base/result.h"
#include "plan/validate.h"

namespace pktgen {

/// What the person asked to read instead of a run: a help text, the version.
struct Say {
  std::string text;   ///< ends with a newline
  int exit_code = 0;  ///< 2 if nothing was asked at all; the text then belongs on standard error
};

/// A command line is a text to print, a run to make (`plan.command` says which), a module to decode, ports
/// to list, a machine to look at, ports to bind or to give back, or a mistake.
using Parsed = std::variant<Say, CheckedPlan, OpticsRequest, PortsRequest, DoctorRequest, BindRequest,
                            UnbindRequest, Error>;

/// Reads "COMMAND [PLAN.toml] [OPTION...]"; options win over the plan file. optics, ports, doctor, bind and
/// unbind have no plan. Fails (usage) for unknown commands and options, naming the nearest, and for options
/// without their value or given twice; (plan) for values that can't be; (environment) if the plan file can't
/// be read.
Parsed parse_command_line(int argc, const char* const* argv);

}  // namespace pktgen
