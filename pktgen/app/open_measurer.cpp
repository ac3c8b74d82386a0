#include "app/open_measurer.h"

#include <algorithm>
#include <utility>

#include "app/interface_ports.h"
#include "app/module_ports.h"
#include "dpdk/dpdk_rig.h"
#include "emulate/virtual_lab.h"
#include "plan/device_spec.h"

namespace pktgen {
namespace {

Result<std::unique_ptr<Measurer>> open_emulated(const Plan& plan) {
  auto device = plan.device_file.empty() ? Result<DeviceSpec>(DeviceSpec{}) : load_device(plan.device_file);
  if (!device) return tl::make_unexpected(device.error());
  if (was_asked(plan, "seed")) device->seed = plan.seed;  // else the device file's own
  if (plan.real_time) return open_dpdk_rig(plan, *device);
  return make_virtual_rig(plan, *device);
}

Result<std::unique_ptr<Measurer>> open_ports(const Plan& plan) {
  const auto has = [&](PortName::Kind kind) {
    return std::ranges::find(plan.ports, kind, &PortName::kind) != plan.ports.end();
  };
  if (has(PortName::Kind::emulated)) return open_emulated(plan);
  if (has(PortName::Kind::interface)) return open_interface_ports(plan);
  return open_dpdk_rig(plan, {});
}

}  // namespace

Result<std::unique_ptr<Measurer>> open_measurer(const Plan& plan) {
  auto measurer = open_ports(plan);
  if (!measurer) return measurer;
  return with_modules(plan, std::move(*measurer));
}

}  // namespace pktgen
