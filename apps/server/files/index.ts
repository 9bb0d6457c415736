export type { Files, SignedLink } from './files.ts';
export { serveFiles } from './serve-files.ts';
export type { FileStore, LinkAudience } from './vault.ts';
