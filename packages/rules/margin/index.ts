export * from './repayment.ts';
export * from './risk.ts';
