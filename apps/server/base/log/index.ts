export * from './open-log.ts';
export * from './terminal-line.ts';
