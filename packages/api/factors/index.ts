export * from './act-facts.ts';
export * from './calls.ts';
export * from './step-up.ts';
