#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

namespace pktgen {

/// Whose mistake it was; each kind is one process exit code (docs/cli/exit_codes.txt).
enum class ErrorKind : std::uint8_t { usage, plan, environment, port, not_measured, internal };

/// What went wrong, said to the person who can mend it: what was wanted, what was found, what to do.
struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string message;
};

/// A value or a reason. std::expected once both compilers have it.
template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorKind kind, std::string message) {
  return tl::make_unexpected(Error{kind, std::move(message)});
}

/// Says where an error happened: `within("sizes[2]", error)` reads "sizes[2]: ...".
inline tl::unexpected<Error> within(std::string_view where, Error error) {
  error.message = std::string(where) + ": " + error.message;
  return tl::make_unexpected(std::move(error));
}

/// The process exit code of each kind of error.
constexpr int exit_code(ErrorKind kind) {
  constexpr int kCodes[] = {2, 3, 4, 5, 6, 70};
  return kCodes[static_cast<std::size_t>(kind)];
}

}  // namespace pktgen
