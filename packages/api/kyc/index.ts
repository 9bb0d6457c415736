export * from './calls.ts';
export * from './person-text.ts';
export * from './rules.ts';
