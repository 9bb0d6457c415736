export * from './calls.ts';
export * from './changes.ts';
export * from './channels.ts';
export * from './intervals.ts';
export * from './terms.ts';
export * from './terms-differences.ts';
