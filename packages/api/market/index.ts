export * from './calls.ts';
export * from './changes.ts';
export * from './channels.ts';
export * from './intervals.ts';
