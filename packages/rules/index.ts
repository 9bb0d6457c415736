export * from './earn/index.ts';
export * from './fee-tiers.ts';
export * from './fees.ts';
export * from './filters.ts';
export * from './idempotency-key.ts';
export * from './loan/index.ts';
export * from './margin/index.ts';
export * from './notice.ts';
export * from './order-terms.ts';
export * from './otc/index.ts';
export * from './perpetual/index.ts';
export {
  type AverageCost,
  averageCost,
  type CostedTrade,
  unrealisedOf,
} from './portfolio/average-cost.ts';
export * from './price-terms.ts';
export * from './referral/index.ts';
export * from './seconds/index.ts';
export * from './swap/index.ts';
export * from './triggers.ts';
