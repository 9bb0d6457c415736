export * from './closing.ts';
export * from './funding.ts';
export * from './liquidation.ts';
export * from './position.ts';
export * from './preview.ts';
export * from './reach.ts';
export * from './tiers.ts';
