#pragma once
#include "search/address_capacity.h"
#include "search/ageing_time.h"
#include "search/learning_rate.h"

namespace pktgen {

/// The fields of what a switch is searched for, as in search/json_fields.h.
template <class Visit>
void each_field(AddressCapacity::Goal& g, Visit visit) {
  visit("most_addresses", g.most);
  visit("learning_frames_per_second", g.learning_rate);
}

template <class Visit>
void each_field(AddressCapacity::Answer& a, Visit visit) {
  visit("capacity_addresses", a.capacity);
  visit("lowest_failed_addresses", a.lowest_failed);
  visit("lowest_unmeasured_addresses", a.lowest_unmeasured);
  visit("most_held_addresses", a.most_held);
  visit("is_exact", a.is_exact);
  visit("reached_most", a.reached_most);
}

template <class Visit>
void each_field(LearningRate::Goal& g, Visit visit) {
  visit("addresses", g.addresses);
  visit("least_frames_per_second", g.least);
  visit("max_frames_per_second", g.max);
  visit("precision_ratio", g.precision_ratio);
}

template <class Visit>
void each_field(LearningRate::Answer& a, Visit visit) {
  visit("learning_frames_per_second", a.rate);
  visit("lowest_failed_frames_per_second", a.lowest_failed);
  visit("lowest_unmeasured_frames_per_second", a.lowest_unmeasured);
  visit("is_within_precision", a.is_within_precision);
}

template <class Visit>
void each_field(AgeingTime::Goal& g, Visit visit) {
  visit("longest_ns", g.longest);
  visit("resolution_ns", g.resolution);
}

template <class Visit>
void each_field(AgeingTime::Answer& a, Visit visit) {
  visit("remembered_ns", a.remembered);
  visit("forgotten_ns", a.forgotten);
  visit("is_within_resolution", a.is_within_resolution);
  visit("contradicts_itself", a.contradicts_itself);
}

}  // namespace pktgen
