#include "app/open_measurer.h"

#include "emulate/virtual_lab.h"
#include "plan/device_spec.h"

namespace pktgen {

Result<std::unique_ptr<Measurer>> open_measurer(const Plan& plan) {
  auto device = plan.device_file.empty() ? Result<DeviceSpec>(DeviceSpec{}) : load_device(plan.device_file);
  if (!device) return tl::make_unexpected(device.error());
  return make_virtual_rig(plan, *device);
}

}  // namespace pktgen
