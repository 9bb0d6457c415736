export * from './migrate.ts';
