/** A venue's quote, as old as it is. */
export interface AgedQuote {
  readonly bid: bigint;
  readonly ask: bigint;
  readonly ageMs: number;
  readonly weight: bigint;
}

/**
 * The index as it is published, reckoned the long way: fresh venues within a percent of their median, none with half
 * of the weight or more, and of their mids the lowest at which half of the weight is reached.
 */
export function indexOf(
  quotes: readonly AgedQuote[],
  staleMs: number,
  quorum: number,
): { price: bigint | null; venues: number } {
  const fresh = quotes.filter((q) => q.bid > 0n && q.ask >= q.bid && q.ageMs <= staleMs && q.weight > 0n);
  if (fresh.length === 0) return { price: null, venues: 0 };
  const doubled = fresh.map((q) => q.bid + q.ask).sort((a, b) => (a < b ? -1 : 1));
  const median = doubled[Math.ceil(doubled.length / 2) - 1]!;
  const fit = fresh.filter((q) => {
    const away = q.bid + q.ask - median;
    return (away < 0n ? -away : away) * 100n <= median;
  });
  if (fit.length < quorum) return { price: null, venues: fit.length };
  const weights = fit.map((q) => q.weight);
  const all = weights.reduce((a, b) => a + b, 0n);
  const heavy = weights.findIndex((weight) => 2n * weight >= all);
  // With two venues one has half at least, whatever is done.
  if (fit.length >= 3 && heavy >= 0) weights[heavy] = all - weights[heavy]! - 1n;
  const total = weights.reduce((a, b) => a + b, 0n);
  const sorted = fit
    .map((q, i) => ({ doubled: q.bid + q.ask, weight: weights[i]! }))
    .sort((a, b) => (a.doubled < b.doubled ? -1 : 1));
  let reached = 0n;
  for (const { doubled: mid, weight } of sorted) {
    reached += weight;
    if (2n * reached >= total) return { price: mid / 2n, venues: fit.length };
  }
  throw new Error('weights do not add up');
}
