export * from './fees.ts';
export * from './filters.ts';
export * from './idempotency-key.ts';
export * from './order-preview.ts';
export * from './order-terms.ts';
