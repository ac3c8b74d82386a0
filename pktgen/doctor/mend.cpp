#include "doctor/mend.h"

#include <fmt/format.h>

namespace pktgen::mend {

std::string kernel_parameter(std::string_view name, std::string_view words) {
  return fmt::format(
      "echo 'GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX {}\"' > /etc/default/grub.d/pktgen-{}.cfg && "
      "update-grub   # then reboot",
      words, name);
}

std::string at_boot(std::string_view name, std::string_view path, std::string_view value) {
  return fmt::format("echo 'w {} - - - - {}' > /etc/tmpfiles.d/pktgen-{}.conf", path, value, name);
}

std::string sysctl(std::string_view name, std::string_view setting) {
  return fmt::format("echo '{}' > /etc/sysctl.d/60-pktgen-{}.conf", setting, name);
}

}  // namespace pktgen::mend
