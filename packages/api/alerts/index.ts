export * from './calls.ts';
export * from './terms.ts';
