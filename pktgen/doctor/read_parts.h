#pragma once
#include "doctor/machine.h"
#include "doctor/tree.h"

namespace pktgen {

/// The parts that read_machine is made of: each fills in what its name says.
void read_memory(const Tree& tree, std::size_t wanted_megabytes, Machine& machine);
void read_guards(const Tree& tree, Machine& machine);
void read_cores(const Tree& tree, Machine& machine);
void read_processes(const Tree& tree, Machine& machine);

/// Fails (port) if there is no such port.
Result<PatientPort> read_port(const Tree& tree, const std::string& name, const Wants& wants,
                              const Rights& rights);

/// The addresses of the PCI Ethernet functions.
std::vector<std::string> port_names(const Tree& tree);

}  // namespace pktgen
