export type { BalanceReader } from './balances.ts';
export { createBalanceReader } from './balances.ts';
export type { Practice } from './practice.ts';
export { openPractice } from './practice.ts';
