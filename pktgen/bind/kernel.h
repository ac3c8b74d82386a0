#pragma once
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace pktgen {

/// One change of the machine: a text into a file of sysfs, or a command.
struct Step {
  std::string file, text;            ///< below the root; the text is written with a newline behind it
  std::vector<std::string> command;  ///< not empty: this is run, and there is no file
};

Step write_step(std::string file, std::string text);
Step run_step(std::vector<std::string> command);

/// As a root shell takes it: "echo vfio-pci > /sys/...", "ip link set dev eth1 up".
std::string print_step(const Step& step);

/// Who carries steps out: the machine, or a test's.
struct Kernel {
  std::string root;  ///< where sys, proc and run lie; empty: this machine
  /// Writes into a file that is there already; 0 or errno.
  std::function<int(const std::string& path, const std::string& text)> write;
  /// Runs a command without a shell and waits for it; its exit code, 127 if there is no such command.
  std::function<int(const std::vector<std::string>& command)> run;
  std::function<void(std::chrono::milliseconds)> rest;
};

/// The machine whose files lie below `root`. Commands act on this machine alone, so that with a root none is
/// run and all end with 127.
Kernel kernel_of(std::string root);

/// Fails (environment) without permission, else (port), naming the step as `print_step` has it.
Result<void> carry_out(const Kernel& kernel, const Step& step);

}  // namespace pktgen
