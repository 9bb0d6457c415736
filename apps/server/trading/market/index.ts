export { CandleStore, type StoredCandle } from './candle-store.ts';
export {
  type ConnectMarketOptions,
  connectMarket,
  type HeardMarket,
  type MarketMirror,
} from './connect-market.ts';
export { fillPast } from './fill-past.ts';
export type { MarketRows } from './listed-rows.ts';
export { createMarketRows } from './listed-rows.ts';
export { MarketData, type MarketDataOptions } from './market-data.ts';
export type { IndexState, VenueState } from './mirror-messages.ts';
export { coinRecords } from './rows.ts';
export { type MarketOptions, type RunningMarket, startMarket } from './start-market.ts';
export { isOfSameTerms, readTerms } from './terms.ts';
