export * from './amount.ts';
export * from './decimal.ts';
export * from './invariant.ts';
export * from './mul-div.ts';
export * from './units.ts';
