#pragma once
#include <concepts>
#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "base/units.h"
#include "wire/frame.h"

namespace pktgen {

/// Frames handed over or taken at once, at most.
inline constexpr std::uint32_t kBurst = 32;

/// What the sending loop needs of the world. `Frame` is a handle: an rte_mbuf* behind a DPDK port, a slot of
/// memory behind an emulated one.
template <class P>
concept TxPort = requires(P port, std::span<typename P::Frame> frames, Ticks (*due)(std::uint32_t), Ticks t) {
  { port.take(frames) } -> std::same_as<std::uint32_t>;         // buffers, from the front
  { port.prepared(frames[0]) } -> std::same_as<std::uint8_t*>;  // its bytes: the template's, where not yet
  { port.opened(frames[0], FrameShape{}) } -> std::same_as<std::uint8_t*>;  // room, and behind it a payload
  { port.bytes(frames[0]) } -> std::same_as<std::uint8_t*>;
  port.write(frames[0], ByteView{});  // other bytes than the template's
  { port.length(frames[0]) } -> std::same_as<std::size_t>;
  { port.send(frames, due) } -> std::same_as<std::uint32_t>;  // how many it took; due(i): frame i's time
  { port.departure(t, t) } -> std::same_as<Ticks>;            // of a frame due, handed over now
  port.give_back(frames);                                     // these were not sent
};

/// What the receiving loop needs of the world.
template <class P>
concept RxPort = requires(P port, std::span<typename P::Frame> frames, Ticks now) {
  { port.receive(frames, now) } -> std::same_as<std::uint32_t>;
  { port.view(frames[0]) } -> std::same_as<ByteView>;       // contiguous bytes from the front
  { port.length(frames[0]) } -> std::same_as<std::size_t>;  // of the whole frame, without FCS
  { port.arrival(frames[0], now) } -> std::same_as<Ticks>;  // its own stamp where the port has one
  { port.next_arrival() } -> std::same_as<Ticks>;           // kNever where that can't be known
  port.release(frames);
};

/// How many queues of each kind a port has.
struct Queues {
  std::size_t tx = 1, rx = 1;
};

/// One worker as the one who runs it sees it: a step, called over and over with the time, that says how many
/// frames it moved; and when it will have something to do, as far as it knows.
struct Task {
  void* worker = nullptr;
  std::uint32_t (*step)(void* worker, Ticks now) = nullptr;
  Ticks (*next)(const void* worker) = nullptr;

  template <class Worker>
  static Task of(Worker& worker) {
    return {&worker, [](void* w, Ticks now) { return static_cast<Worker*>(w)->step(now); },
            [](const void* w) { return static_cast<const Worker*>(w)->next(); }};
  }
};

}  // namespace pktgen
