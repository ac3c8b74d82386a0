#pragma once
#include <algorithm>
#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "wire/header_stack.h"
#include "wire/signature.h"

namespace pktgen {

/// Finds signatures behind headers that nobody told of: where the last frames had one, else behind the
/// headers as they are read.
class SignaturePlaces {
 public:
  SignatureState find(ByteView frame, Signature& signature) {
    SignatureState found = SignatureState::absent;
    for (std::size_t i = 0; i < used_; ++i) {
      found = std::min(found, read_at(frame, places_[i], signature));
      if (found == SignatureState::ours) return found;
    }
    const std::size_t behind = headers_end(frame);
    const auto known = std::span(places_).first(used_);
    if (behind == 0 || std::ranges::find(known, behind) != known.end()) return found;
    const SignatureState here = read_at(frame, behind, signature);
    if (here == SignatureState::ours && used_ < std::size(places_)) places_[used_++] = behind;
    return std::min(found, here);
  }

 private:
  static SignatureState read_at(ByteView frame, std::size_t at, Signature& signature) {
    if (frame.size() < at + kSignatureBytes) return SignatureState::absent;
    return read_signature(&frame[at], signature);
  }
  std::size_t places_[4] = {}, used_ = 0;
};

}  // namespace pktgen
