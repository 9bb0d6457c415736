export * from './repayment.ts';
export * from './risk.ts';
export * from './safe-moves.ts';
