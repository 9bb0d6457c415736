import type { PoolResult } from './pool.ts';
import { PRODUCTS } from './products/index.ts';
import { FAULTS, isPossible, WRITE_POINTS } from './store/faults.ts';

/**
 * What many seeds must have come across and did not: each kind of write with each fault that can befall it, and what
 * each product wants met. What is never met proves nothing.
 */
export function unmet({ faults, met }: Pick<PoolResult, 'faults' | 'met'>): string[] {
  const points = WRITE_POINTS.flatMap((point) =>
    FAULTS.filter((fault) => isPossible(point, fault)).map((fault) => `${point}: ${fault}`),
  );
  return [
    ...points.filter((name) => !faults.has(name)),
    ...PRODUCTS.flatMap((product) => product.wanted).filter((name) => !met.has(name)),
    ...['torn row named', 'clean stop', 'same answer'].filter((name) => !met.has(name)),
  ];
}
