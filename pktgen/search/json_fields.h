#pragma once
#include "search/back_to_back.h"
#include "search/frame_loss.h"
#include "search/ladder.h"
#include "search/mlr.h"
#include "search/search.h"
#include "search/throughput.h"

namespace pktgen {

/// The fields of the values of searches and their names in JSON: one list each, for writing and for reading.
template <class Visit>
void each_field(Question& q, Visit visit) {
  visit("load_frames_per_second", q.load);
  visit("duration_ns", q.duration);
  visit("burst_frames", q.burst_frames);
  visit("drain_ns", q.drain);
}

template <class Visit>
void each_field(Outage& o, Visit visit) {
  visit("direction", o.direction);
  visit("at_ns", o.at);
  visit("lasted_ns", o.lasted);
  visit("error_ns", o.error);
  visit("lost", o.lost);
  visit("is_over", o.is_over);
  visit("link_stayed_up", o.link_stayed_up);
}

template <class Visit>
void each_field(Reply& r, Visit visit) {
  visit("offered", r.offered);
  visit("lost", r.lost);
  visit("fell_short", r.fell_short);
  visit("not_measured", r.not_measured);
  visit("outages", r.outages);
}

template <class Visit>
void each_field(Heard& h, Visit visit) {
  visit("question", h.question);
  visit("reply", h.reply);
}

template <class Visit>
void each_field(Limits& l, Visit visit) {
  visit("repeats", l.repeats);
  visit("trials", l.trials);
  visit("time_ns", l.time);
}

template <class Visit>
void each_field(Course& c, Visit visit) {
  visit("ended", c.ended);
  visit("trials", c.trials);
  visit("not_measured", c.not_measured);
  visit("time_ns", c.time);
  visit("given_up", c.given_up);
}

template <class Visit>
void each_field(Inversion& i, Visit visit) {
  visit("failed_frames_per_second", i.failed);
  visit("passed_frames_per_second", i.passed);
}

template <class Visit>
void each_field(LossPoint& p, Visit visit) {
  visit("load_frames_per_second", p.load);
  visit("offered", p.offered);
  visit("lost", p.lost);
  visit("loss_ratio", p.loss_ratio);
  visit("passed", p.passed);
}

template <class Visit>
void each_field(Throughput::Goal& g, Visit visit) {
  visit("max_frames_per_second", g.max);
  visit("precision_frames_per_second", g.precision);
  visit("accepted_loss_ratio", g.accepted_loss_ratio);
  visit("search_duration_ns", g.search_duration);
  visit("final_duration_ns", g.final_duration);
  visit("spot_checks", g.spot_checks);
}

template <class Visit>
void each_field(Throughput::Answer& a, Visit visit) {
  visit("throughput_frames_per_second", a.throughput);
  visit("lowest_failed_frames_per_second", a.lowest_failed);
  visit("lowest_unmeasured_frames_per_second", a.lowest_unmeasured);
  visit("is_within_precision", a.is_within_precision);
  visit("inversions", a.inversions);
}

template <class Visit>
void each_field(FrameLoss::Goal& g, Visit visit) {
  visit("max_frames_per_second", g.max);
  visit("step_percent", g.step_percent);
  visit("duration_ns", g.duration);
}

template <class Visit>
void each_field(FrameLoss::Answer& a, Visit visit) {
  visit("points", a.points);
  visit("ended_clean", a.ended_clean);
  visit("inversions", a.inversions);
}

template <class Visit>
void each_field(Ladder::Goal& g, Visit visit) {
  visit("loads_frames_per_second", g.loads);
  visit("duration_ns", g.duration);
  visit("accepted_loss_ratio", g.accepted_loss_ratio);
}

template <class Visit>
void each_field(Ladder::Answer& a, Visit visit) {
  visit("points", a.points);
  visit("highest_clean_frames_per_second", a.highest_clean);
  visit("inversions", a.inversions);
}

template <class Visit>
void each_field(BackToBack::Goal& g, Visit visit) {
  visit("line_rate_frames_per_second", g.line_rate);
  visit("throughput_frames_per_second", g.throughput);
  visit("max_burst_frames", g.max_burst_frames);
  visit("precision_frames", g.precision_frames);
  visit("repetitions", g.repetitions);
  visit("verifications", g.verifications);
}

template <class Visit>
void each_field(BackToBack::Answer& a, Visit visit) {
  visit("is_applicable", a.is_applicable);
  visit("reached_limit", a.reached_limit);
  visit("bursts_frames", a.bursts);
  visit("unmeasured", a.unmeasured);
  visit("burst_frames", a.mean_frames);
  visit("deviation_frames", a.deviation_frames);
  visit("min_frames", a.min_frames);
  visit("max_frames", a.max_frames);
  visit("buffer_time_ns", a.buffer_time);
  visit("corrected_buffer_time_ns", a.corrected_buffer_time);
}

template <class Visit>
void each_field(MlrGoal& g, Visit visit) {
  visit("loss_ratio", g.loss_ratio);
  visit("exceed_ratio", g.exceed_ratio);
  visit("final_duration_ns", g.final_duration);
  visit("duration_sum_ns", g.duration_sum);
  visit("width_ratio", g.width);
}

template <class Visit>
void each_field(Mlr::Goal& g, Visit visit) {
  visit("min_frames_per_second", g.min);
  visit("max_frames_per_second", g.max);
  visit("goals", g.goals);
  visit("initial_duration_ns", g.initial_duration);
  visit("coarser_targets", g.coarser_targets);
}

template <class Visit>
void each_field(Mlr::GoalAnswer& a, Visit visit) {
  visit("goal", a.goal);
  visit("relevant_lower_bound_frames_per_second", a.relevant_lower_bound);
  visit("relevant_upper_bound_frames_per_second", a.relevant_upper_bound);
  visit("conditional_throughput_frames_per_second", a.conditional_throughput);
  visit("irregular", a.irregular);
  visit("inversions", a.inversions);
}

template <class Visit>
void each_field(Mlr::Answer& a, Visit visit) {
  visit("goals", a.goals);
  visit("lowest_unmeasured_frames_per_second", a.lowest_unmeasured);
}

}  // namespace pktgen
