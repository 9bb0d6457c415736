export * from './calls.ts';
export * from './channels.ts';
