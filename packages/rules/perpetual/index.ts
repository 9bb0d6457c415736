export * from './tiers.ts';
