#pragma once
#include <memory>
#include <string>

#include "base/result.h"
#include "eeprom/module_memory.h"
#include "plan/plan.h"
#include "rig/measurer.h"

namespace pktgen {

/// The memory of the module in a port, read by whoever has the port: the kernel, also where a PCI address is
/// named that the kernel drives, else DPDK, or the device file of an emulated port ("": none). Fails, with
/// the port's name in front, as open_kernel_module and read_port_module do; (plan, environment) for a device
/// file that can't be read.
Result<ModuleMemory> read_module(const PortName& port, const std::string& device_file);

/// The measurer of a plan's ports, reading their modules beside where they can be read. Fails (plan,
/// environment) for the memory that a device file names.
Result<std::unique_ptr<Measurer>> with_modules(const Plan& plan, std::unique_ptr<Measurer> measurer);

}  // namespace pktgen
