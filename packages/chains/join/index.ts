export * from './join.ts';
export * from './join-registry.gen.ts';
