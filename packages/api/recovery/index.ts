export * from './calls.ts';
export * from './limits.ts';
