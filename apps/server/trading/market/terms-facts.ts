import type { AnnouncedChange, EndedChange, KernelView } from '@candor/kernel';

/** A listed spot symbol and a listed perpetual, as the kernel shows them. */
export type Spot = ReturnType<KernelView['symbols']>[number];
export type Contract = ReturnType<KernelView['perpetual']['symbols']>[number];

/** Live terms as the kernel has them. */
export interface MarketTermsFacts {
  readonly timeMs: number;
  readonly symbols: readonly Spot[];
  readonly contracts: readonly Contract[];
  readonly fees: ReturnType<KernelView['spot']['feeTiers']>;
  readonly marginAssets: ReturnType<KernelView['margin']['assets']>;
  readonly marginTerms: ReturnType<KernelView['margin']['terms']>;
  readonly referral: ReturnType<KernelView['referral']['terms']>;
  readonly mining: ReturnType<KernelView['mining']['streams']>;
  readonly announced: readonly AnnouncedChange[];
  readonly ended: readonly EndedChange[];
}
