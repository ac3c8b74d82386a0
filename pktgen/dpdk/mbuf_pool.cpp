#include "dpdk/mbuf_pool.h"

#include <fmt/format.h>

#include <rte_errno.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>

namespace pktgen {
namespace {

constexpr unsigned kCache = 256;  // frames an lcore keeps for itself

}  // namespace

void PoolFree::operator()(rte_mempool* pool) const { rte_mempool_free(pool); }

Result<MbufPool> make_pool(const std::string& name, std::uint32_t frames, std::uint32_t bytes,
                           int numa_node) {
  const auto room = static_cast<std::uint16_t>(bytes + RTE_PKTMBUF_HEADROOM);
  MbufPool pool(rte_pktmbuf_pool_create(name.c_str(), frames, kCache, 0, room, numa_node));
  if (pool == nullptr && numa_node >= 0)  // that node may have no hugepages
    pool.reset(rte_pktmbuf_pool_create(name.c_str(), frames, kCache, 0, room, SOCKET_ID_ANY));
  if (pool != nullptr) return pool;
  return fail(ErrorKind::environment,
              fmt::format("{}: no memory for {} buffers of {} bytes ({}); reserve more hugepages", name,
                          frames, bytes, rte_strerror(rte_errno)));
}

std::size_t pool_memory(std::uint32_t frames, std::uint32_t bytes) {
  constexpr std::size_t kAround = sizeof(rte_mbuf) + RTE_PKTMBUF_HEADROOM + 3 * RTE_CACHE_LINE_SIZE;
  return frames * (bytes + kAround) * 9 / 8;
}

}  // namespace pktgen
