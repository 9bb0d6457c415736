export * from './price.ts';
export * from './states.ts';
export * from './terms.ts';
