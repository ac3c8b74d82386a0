#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"

struct rte_mempool;

namespace pktgen {

struct PoolFree {
  void operator()(rte_mempool* pool) const;
};
using MbufPool = std::unique_ptr<rte_mempool, PoolFree>;

/// `frames` buffers of `bytes` each, near `numa_node` (-1: anywhere). Fails (environment) for want of memory.
Result<MbufPool> make_pool(const std::string& name, std::uint32_t frames, std::uint32_t bytes, int numa_node);

/// What such a pool takes of memory, in bytes, with room for what memory loses at the edges of pages.
std::size_t pool_memory(std::uint32_t frames, std::uint32_t bytes);

}  // namespace pktgen
