export type { OrderInput } from './order-input.ts';
export { readOrder } from './order-input.ts';
export type { OrderRecords, OrderScope } from './records.ts';
export { createOrderRecords } from './records.ts';
export { spotRefusal } from './refusals.ts';
