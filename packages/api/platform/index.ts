export * from './calls.ts';
export * from './nav.ts';
export * from './nav-places.ts';
