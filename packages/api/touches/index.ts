export * from './acts.ts';
export * from './calls.ts';
