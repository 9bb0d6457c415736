export * from './calls.ts';
export * from './channels.ts';
export * from './order-fields.ts';
