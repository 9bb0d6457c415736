export * from './calls.ts';
export * from './constants.ts';
export * from './empty.ts';
export * from './form.ts';
export * from './links.ts';
export * from './missing.ts';
