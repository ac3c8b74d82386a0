#pragma once
#include <span>
#include <string_view>

namespace pktgen {

/// A file of the source tree that the program carries within it; scripts/embed makes the tables of them.
struct EmbeddedFile {
  std::string_view name;  ///< without folders: "x710.toml"
  std::string_view text;
};

/// The files of pmd_config/, by name.
std::span<const EmbeddedFile> embedded_profiles();

/// The files of docs/cli/, by name: the manual is what --help prints.
std::span<const EmbeddedFile> help_files();

/// Chart.js, from the package that has it.
std::span<const EmbeddedFile> chart_files();

}  // namespace pktgen
