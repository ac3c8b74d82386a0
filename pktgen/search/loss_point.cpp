#include "search/loss_point.h"

namespace pktgen {

LossPoint loss_point(const Question& question, const Reply& reply, double accepted_loss_ratio) {
  return {question.load, reply.offered, reply.lost, loss_ratio(reply), passes(reply, accepted_loss_ratio)};
}

std::vector<Inversion> inversions(std::span<const LossPoint> points) {
  std::vector<Judged> judged;
  for (const LossPoint& point : points) {
    if (point.loss_ratio) judged.push_back({point.load, {}, point.passed});
  }
  return inversions(judged);
}

}  // namespace pktgen
