export { onBatches } from './gaps.ts';
export { indexTickOf } from './index-tick-of.ts';
export { type KeptCopy, keepCopy } from './kept-copy.ts';
export { type CoreLink, localLink } from './link.ts';
export {
  joinQueries,
  type Queries,
  type QueryArgs,
  type QueryName,
  type QueryResult,
} from './live-queries.ts';
export { hasSystemEvent } from './system-events.ts';
export * from './wire/index.ts';
