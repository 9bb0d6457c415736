export * from './calls.ts';
export * from './channels.ts';
export * from './facts.ts';
export * from './kinds.ts';
export * from './links.ts';
export * from './records.ts';
export * from './words.ts';
