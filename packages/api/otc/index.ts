export * from './calls.ts';
export * from './constants.ts';
export * from './entry-text.ts';
export * from './records.ts';
