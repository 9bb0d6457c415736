export * from './fixed.ts';
export * from './streamed.ts';
export * from './terms-text.ts';
