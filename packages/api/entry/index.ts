export * from './calls.ts';
export * from './factor-kinds.ts';
