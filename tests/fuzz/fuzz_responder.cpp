// Anybody on the wire may ask: a frame must be judged without reading past its end, an answer must fit into
// what is promised and come from us, and nobody may be made to answer himself or a group.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "wire/responder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pktgen;
  static const LocalAddresses own{.mac = {2, 0, 0, 0, 0, 0x0b},
                                  .ipv4 = {{198, 18, 0, 2}},
                                  .ipv6 = {{0x20, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}}};
  const std::vector<std::uint8_t> frame(data, data + size);
  std::vector<std::uint8_t> reply(std::max(size, kLongestAdvertisement), 0xa5);
  const std::size_t length = answer(own, frame, reply);
  if (length == 0) return 0;
  reply.resize(length);
  if (length < 60 || !std::equal(own.mac.begin(), own.mac.end(), reply.begin() + 6)) std::abort();
  const bool is_to_all_nodes = reply[0] == 0x33 && reply[5] == 1;
  if ((reply[0] & 1) != 0 && !is_to_all_nodes) std::abort();
  std::vector<std::uint8_t> answer_to_answer(std::max(length, kLongestAdvertisement), 0xa5);
  if (answer(own, reply, answer_to_answer) != 0) std::abort();
  std::vector<std::uint8_t> too_small(length - 1);
  if (answer(own, frame, too_small) != 0) std::abort();
  return 0;
}
