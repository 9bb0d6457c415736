import { REGIMES_MET } from './market.ts';
import type { PoolResult } from './pool.ts';
import { PRODUCTS } from './products/index.ts';
import { FAULTS, isPossible, WRITE_POINTS } from './store/faults.ts';

/** Ways in which requests arrive, and what becomes of those that come again. */
const ARRIVALS = [
  'sent twice at once',
  'sent once more later',
  'sent again without an answer',
  'sent out of order',
  'same answer',
  'a used key with another body',
];

/**
 * Returns the cases that many seeds must meet and did not: each kind of write with each fault that it can meet, and
 * the cases of each product. A case that is never met proves nothing.
 */
export function unmet({ faults, met }: Pick<PoolResult, 'faults' | 'met'>): string[] {
  const points = WRITE_POINTS.flatMap((point) =>
    FAULTS.filter((fault) => isPossible(point, fault)).map((fault) => `${point}: ${fault}`),
  );
  return [
    ...points.filter((name) => !faults.has(name)),
    ...PRODUCTS.flatMap((product) => product.wanted).filter((name) => !met.has(name)),
    ...[...REGIMES_MET, ...ARRIVALS, 'torn row named', 'clean stop'].filter((name) => !met.has(name)),
  ];
}
