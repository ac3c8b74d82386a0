#pragma once
// The name that this header has in toml++ 3.3.
#include <toml++/impl/preprocessor.hpp>
