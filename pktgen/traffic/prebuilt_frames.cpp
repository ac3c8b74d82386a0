#include "traffic/prebuilt_frames.h"

#include <algorithm>
#include <memory>

namespace pktgen {

PrebuiltFrames::PrebuiltFrames(StreamProgram& program, std::uint32_t count)
    : count_(count), length_(program.has_fields() ? program.variants()[0].headers.size() : 0) {
  constexpr std::size_t kWriteBeyond = 8;  // a field's store may run over what is behind the headers
  if (length_ == 0) return;
  images_.resize(length_ * count + kWriteBeyond);
  const auto columns = std::make_unique<FieldColumns>();
  const std::vector<std::uint8_t>& frame = program.variants()[0].frame.bytes;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint8_t* const image = images_.data() + i * length_;
    std::copy_n(frame.begin(), length_, image);
    program.values(i, 1, *columns);
    program.variants()[0].fields.write_one(*columns, 0, image);
  }
}

}  // namespace pktgen
