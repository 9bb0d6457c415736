export {
  type ArchiveOptions,
  type ArchiveStep,
  type ArchiveSummary,
  archiveJournal,
  type MovedArchive,
  moveArchive,
} from './archive.ts';
export { checkEntry } from './archive-compare.ts';
export {
  type ArchiveEntry,
  type ArchiveState,
  isArchiveThere,
  listArchives,
  lookAtArchives,
} from './archive-entries.ts';
export { ArchiveFolder } from './archive-folder.ts';
export { openEngine } from './engine.ts';
export { JournalError, type JournalErrorCode } from './errors.ts';
export { type ExportOptions, exportJournal } from './export.ts';
export type { ExportEnd } from './export-frames.ts';
export { type VerifiedBatch, type VerifyOptions, verifyExport } from './export-reader.ts';
export { ownKernelCodeHash } from './kernel-code.ts';
export { RELEASED_KERNELS, type ReleasedKernel } from './lineage.ts';
export { packBatch, unpackBatch } from './pack.ts';
export { type HearArchive, type JournalPlace, readPlaces } from './places.ts';
export { type ChainSummary, type ReadOptions, readCommitted, verifyChain } from './reader.ts';
export { prepareJournal } from './schema.ts';
export type * from './types.ts';
