#include "plan/plan.h"

namespace pktgen {

const std::vector<FrameBytes>& default_sizes() {
  static const std::vector<FrameBytes> sizes{{64},   {128},  {256},  {512},  {1024}, {1280},
                                             {1518}, {2048}, {4096}, {9000}, {9018}};
  return sizes;
}

bool was_asked(const Plan& plan, const std::string& key) {
  const auto found = plan.origins.find(key);
  return found != plan.origins.end() &&
         (found->second == Origin::file || found->second == Origin::command_line);
}

}  // namespace pktgen
