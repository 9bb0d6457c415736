/** The index formula, straight from its words. Prices are bid plus ask, so twice the mid. */
export function naiveIndex(
  quotes: { bid: bigint; ask: bigint; ageMs: number; weight: bigint }[],
  quorum: number,
): { price: bigint | null; venues: number } {
  const fresh = quotes.filter((q) => q.bid > 0n && q.ask >= q.bid && q.ageMs <= 10_000 && q.weight > 0n);
  if (fresh.length === 0) return { price: null, venues: 0 };
  const mids = fresh.map((q) => q.bid + q.ask).sort((a, b) => Number(a - b));
  const median = mids[Math.ceil(mids.length / 2) - 1]!;
  const fit = fresh.filter((q) => {
    const away = q.bid + q.ask - median;
    return (away < 0n ? -away : away) * 100n <= median;
  });
  if (fit.length < quorum) return { price: null, venues: fit.length };
  const weights = fit.map((q) => q.weight);
  const all = weights.reduce((a, b) => a + b, 0n);
  if (fit.length >= 3) {
    const heavy = weights.findIndex((w) => 2n * w >= all);
    if (heavy >= 0) weights[heavy] = all - weights[heavy]! - 1n;
  }
  const total = weights.reduce((a, b) => a + b, 0n);
  const sorted = fit
    .map((q, i) => ({ mid: q.bid + q.ask, weight: weights[i]! }))
    .sort((a, b) => Number(a.mid - b.mid));
  let sum = 0n;
  for (const { mid, weight } of sorted) {
    sum += weight;
    if (2n * sum >= total) return { price: mid / 2n, venues: fit.length };
  }
  throw new Error('unreachable');
}
