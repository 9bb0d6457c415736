export * from './calls.ts';
export * from './channels.ts';
export * from './records.ts';
