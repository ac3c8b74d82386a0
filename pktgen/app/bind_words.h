#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bind/json_outcome.h"
#include "bind/kernel.h"
#include "inventory/nic.h"
#include "plan/profile.h"

namespace pktgen {

/// A command line word by word: options with a value are "--name VALUE" or "--name=VALUE".
class BindWords {
 public:
  explicit BindWords(std::span<const std::string> words) : words_(words) {}
  bool is_over() const { return at_ == words_.size(); }
  /// The next word; an option without its value.
  std::string next();
  /// The value of the option that `next` gave. Fails (usage) without one, saying what is wanted.
  Result<std::string> value(std::string_view wanted);

 private:
  std::span<const std::string> words_;
  std::size_t at_ = 0;
  std::string option_, joined_;
  bool is_joined_ = false;
};

Result<void> take_port(const std::string& word, std::vector<std::string>& ports);
Result<void> take_root(BindWords& words, std::string& root);

/// "a-root/" is "a-root", "/" this machine; fails (environment) if nothing lies there.
Result<void> check_root(const std::string& root);

/// The NICs that the words name, each once. Fails (port).
Result<std::vector<Nic>> find_ports(const std::string& root, std::span<const PmdProfile> profiles,
                                    std::span<const std::string> words);

/// Holds what one bind or unbind at a time may hold. Fails (environment).
class BindLock {
 public:
  static Result<BindLock> hold(const std::string& root);
  BindLock(BindLock&& other) noexcept;
  BindLock& operator=(BindLock&&) = delete;
  ~BindLock();

 private:
  explicit BindLock(int fd) : fd_(fd) {}
  int fd_ = -1;
};

std::vector<std::string> interface_names_of(const Nic& nic);
std::vector<std::string> print_steps(std::span<const Step> steps);

/// The outcomes as one JSON document, or a line each (and the steps of a dry run below it). Fails
/// (environment) if standard output is gone.
Result<void> tell(const std::string& command, std::span<const PortOutcome> outcomes, bool json);

}  // namespace pktgen
