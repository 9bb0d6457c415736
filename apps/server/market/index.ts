export { CandleStore, type StoredCandle } from './candle-store.ts';
export { fillPast } from './fill-past.ts';
export { type IndexState, MarketData, type MarketDataOptions, type VenueState } from './market-data.ts';
export { type MarketOptions, type RunningMarket, startMarket } from './start-market.ts';
