export * from './calls.ts';
export * from './networks.ts';
export * from './scopes.ts';
export * from './signing.ts';
