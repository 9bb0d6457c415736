export type { Files, OwnImage, SignedLink } from './files.ts';
export { SAME_PICTURE_BITS } from './fingerprint.ts';
export { keepsEvidence } from './own-data.ts';
export { serveFiles } from './serve-files.ts';
export { createSweep, type NamesFiles, namedFiles, namesAny } from './sweep.ts';
export type { FileStore, LinkAudience } from './vault.ts';
