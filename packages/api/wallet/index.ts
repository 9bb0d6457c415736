export * from './bill-kinds.ts';
export * from './calls.ts';
export * from './wallet-kinds.ts';
export * from './wallets.ts';
