// A plain C++ order book, as one writes it first: std::map of levels, std::list as queue, a hash by id. It reads the
// operations of benches/book/workload.ts from a file and prints what came out, as JSON.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <list>
#include <map>
#include <unordered_map>
#include <vector>

struct Operation {
  int32_t kind, side, priceTicks, lots, orderId;
};

struct Order {
  int32_t id;
  int64_t lots;
};

struct Level {
  int64_t lots = 0;
  std::list<Order> queue;
};

using Bids = std::map<int32_t, Level, std::greater<int32_t>>;
using Asks = std::map<int32_t, Level>;

struct Place {
  bool buy;
  int32_t priceTicks;
  std::list<Order>::iterator order;
};

static Bids bids;
static Asks asks;
static std::unordered_map<int32_t, Place> places;
static int64_t trades = 0;
static int64_t tradedLots = 0;

template <class Side>
static int64_t take(Side& side, int64_t wanted, int32_t limitTicks, bool buy) {
  while (wanted > 0 && !side.empty()) {
    auto best = side.begin();
    if (buy ? best->first > limitTicks : best->first < limitTicks) break;
    Level& level = best->second;
    while (wanted > 0 && !level.queue.empty()) {
      Order& maker = level.queue.front();
      int64_t lots = wanted < maker.lots ? wanted : maker.lots;
      maker.lots -= lots;
      level.lots -= lots;
      wanted -= lots;
      trades++;
      tradedLots += lots;
      if (maker.lots == 0) {
        places.erase(maker.id);
        level.queue.pop_front();
      }
    }
    if (level.queue.empty()) side.erase(best);
  }
  return wanted;
}

template <class Side>
static void rest(Side& side, const Operation& op, int64_t lots, bool buy) {
  Level& level = side[op.priceTicks];
  level.queue.push_back({op.orderId, lots});
  level.lots += lots;
  places[op.orderId] = {buy, op.priceTicks, std::prev(level.queue.end())};
}

template <class Side>
static void withdraw(Side& side, const Place& place) {
  auto found = side.find(place.priceTicks);
  found->second.lots -= place.order->lots;
  found->second.queue.erase(place.order);
  if (found->second.queue.empty()) side.erase(found);
}

static void apply(const Operation& op) {
  bool buy = op.side == 0;
  if (op.kind == 1) {
    auto found = places.find(op.orderId);
    if (found == places.end()) return;
    if (found->second.buy) withdraw(bids, found->second);
    else withdraw(asks, found->second);
    places.erase(found);
    return;
  }
  int64_t left = buy ? take(asks, op.lots, op.priceTicks, true) : take(bids, op.lots, op.priceTicks, false);
  if (left == 0 || op.kind == 2) return;
  if (buy) rest(bids, op, left, true);
  else rest(asks, op, left, false);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ifstream file(argv[1], std::ios::binary | std::ios::ate);
  size_t bytes = file.tellg();
  std::vector<Operation> operations(bytes / sizeof(Operation));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(operations.data()), bytes);
  size_t warmUp = std::atoll(argv[2]);
  for (size_t i = 0; i < warmUp; i++) apply(operations[i]);
  std::clock_t start = std::clock();
  for (size_t i = warmUp; i < operations.size(); i++) apply(operations[i]);
  double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("{\"seconds\":%.9f,\"trades\":%lld,\"tradedLots\":%lld,\"restingOrders\":%zu}\n", seconds,
              (long long)trades, (long long)tradedLots, places.size());
}
