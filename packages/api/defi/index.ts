export * from './calls.ts';
export type * from './rows.ts';
