export { onBatches } from './gaps.ts';
export { type KeptCopy, keepCopy } from './kept-copy.ts';
export { type CoreLink, localLink } from './link.ts';
export type { QueryArgs, QueryName, QueryResult } from './queries.ts';
export * from './wire/index.ts';
