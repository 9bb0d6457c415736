export { PRACTICE_USDT_BYTECODE } from '../practice/practice-usdt.gen.ts';
export * from '../quorum/index.ts';
export { createEvmAdapter, type EvmOptions } from './evm-adapter.ts';
export { type AskNode, connectNode } from './node.ts';
export { evmAddressOfPublicKey } from './public-key.ts';
export { readSignedPayment } from './signed.ts';
