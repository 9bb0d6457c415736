export * from './fee-tiers.ts';
export * from './fees.ts';
export * from './filters.ts';
export * from './idempotency-key.ts';
export * from './order-preview.ts';
export * from './order-terms.ts';
export * from './triggers.ts';
export * from './seconds/index.ts';
