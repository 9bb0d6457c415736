export type * from './commands.ts';
export type * from './events.ts';
export type * from './kernel.ts';
