export * from './calls.ts';
export * from './constants.ts';
