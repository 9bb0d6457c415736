export * from './fees.ts';
export * from './idempotency-key.ts';
