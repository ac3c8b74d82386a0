#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "calibration/calibration.h"

namespace pktgen {

/// Where calibrations lie unless told otherwise: $XDG_STATE_HOME/pktgen/calibration, without that variable
/// ~/.local/state/pktgen/calibration; empty where there is no home either.
std::string calibration_folder();

/// Leaves the calibration in a file, whose folder is made: first under a name of its own, then moved into
/// place, over an older one. Fails (environment).
Result<void> save_calibration(const std::string& path, const Calibration& calibration);

/// Reads a file. Fails (environment) if it can't be read, else as parse_calibration.
Result<Calibration> load_calibration(const std::string& path);

/// What a folder holds for a tester.
struct StoredCalibration {
  std::optional<Calibration> calibration{};  ///< of this very tester
  std::string file{};                        ///< its, or that of the tester most like this one
  std::vector<std::string> differences{};    ///< in what that one is another
  std::vector<std::string> complaints{};     ///< about files that can't be used, one line each
};

/// Looks through the *.toml files of a folder, which may be missing.
StoredCalibration find_calibration(const std::string& folder, const TesterIdentity& tester);

}  // namespace pktgen
