export * from './calls.ts';
export * from './channels.ts';
export * from './constants.ts';
export * from './fields.ts';
export * from './kept-window.ts';
export * from './records.ts';
export * from './text.ts';
