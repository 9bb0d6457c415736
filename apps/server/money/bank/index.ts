export type { Bank } from './bank.ts';
