#include "trial/standstill.h"

#include <fmt/format.h>

namespace pktgen {

std::string describe(const Standstill& standstill, std::string_view port) {
  const std::string since = fmt::format("from t={:.3f} s of the trial on", seconds(standstill.at));
  if (standstill.what == Standstill::What::send_queue)
    return fmt::format("{} took no frame {}: its send queue stands still", port, since);
  if (standstill.what == Standstill::What::counters)
    return fmt::format("{} took frames {}, and its own counters say that none left", port, since);
  return fmt::format("the worker on core {} made no step {}{}", standstill.which, since,
                     standstill.hangs ? ", and never came back" : "");
}

}  // namespace pktgen
