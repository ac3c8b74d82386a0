#pragma once
#include <string>
#include <string_view>

namespace pktgen::mend {

/// Lines for a root shell whose effect outlasts a reboot. `name` is a file's: each line has one of its own,
/// so that none undoes another's.

/// A parameter of the kernel's command line; it takes a reboot.
std::string kernel_parameter(std::string_view name, std::string_view words);
/// A value that is written to a file of sysfs (wildcards too) at each boot.
std::string at_boot(std::string_view name, std::string_view path, std::string_view value);
std::string sysctl(std::string_view name, std::string_view setting);

}  // namespace pktgen::mend
