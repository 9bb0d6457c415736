export { decodeCommand, encodeCommand } from './codec.ts';
export { outboxLook } from './metrics.ts';
export * from './outbox.ts';
export { type Delivered, openPromises, type Promised, type Promises } from './promises.ts';
export * from './remote.ts';
