export * from './bus.ts';
export { BusError, type BusErrorCode } from './bus-error.ts';
export { type ConnectBusOptions, type ConnectedBus, connectBus } from './client.ts';
export { type ServeBusOptions, type ServedBus, serveBus } from './hub.ts';
