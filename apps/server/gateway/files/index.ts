export type { Files, SignedLink } from './files.ts';
export { SAME_PICTURE_BITS } from './fingerprint.ts';
export { serveFiles } from './serve-files.ts';
export type { FileStore, LinkAudience } from './vault.ts';
