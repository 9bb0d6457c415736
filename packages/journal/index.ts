export { openEngine } from './engine.ts';
export { JournalError, type JournalErrorCode } from './errors.ts';
export { type ExportOptions, exportJournal } from './export.ts';
export type { ExportEnd } from './export-frames.ts';
export { type VerifiedBatch, type VerifyOptions, verifyExport } from './export-reader.ts';
export { ownKernelCodeHash } from './kernel-code.ts';
export { packBatch, unpackBatch } from './pack.ts';
export { type ChainSummary, type ReadOptions, readCommitted, verifyChain } from './reader.ts';
export type * from './types.ts';
