export * from './chain-error.ts';
export { DEPOSIT_ACCOUNT_PATH, depositPath, normaliseEvmAddress } from './evm/addresses.ts';
export * from './port.ts';
