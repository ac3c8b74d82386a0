#include "trial/trial.h"

namespace pktgen {

std::string_view name_of(Direction direction) { return direction == Direction::a_to_b ? "a>b" : "b>a"; }

}  // namespace pktgen
