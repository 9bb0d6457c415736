export * from './calls.ts';
export * from './constants.ts';
export * from './records.ts';
