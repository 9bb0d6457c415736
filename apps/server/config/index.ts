export { type Config, readConfig } from './config.ts';
export { envExample } from './env-example.ts';
export type { FeedChoice } from './feed.ts';
