export { decodeCommand, encodeCommand } from './codec.ts';
export * from './outbox.ts';
export type { Delivered, Promised, Promises } from './promises.ts';
export * from './remote.ts';
