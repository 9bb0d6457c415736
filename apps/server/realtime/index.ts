export type { DepthSnapshot } from './depth.ts';
export type { MarketState } from './feed.ts';
export { registerRealtimeMetrics } from './metrics.ts';
export * from './realtime.ts';
export type { Sessions } from './sessions.ts';
export * from './settings.ts';
