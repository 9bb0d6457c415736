export * from './calls.ts';
export * from './step-up.ts';
