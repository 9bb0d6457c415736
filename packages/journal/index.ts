export { openEngine } from './engine.ts';
export { JournalError, type JournalErrorCode } from './errors.ts';
export { type ChainSummary, type ReadOptions, readCommitted, verifyChain } from './reader.ts';
export type * from './types.ts';
