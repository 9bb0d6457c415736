export * from './calls.ts';
export * from './channels.ts';
export * from './legacy-calls.ts';
export * from './order-fields.ts';
export * from './receipts.ts';
export * from './records.ts';
