export * from './fixed.ts';
export * from './terms-text.ts';
