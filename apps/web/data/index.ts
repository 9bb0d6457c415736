/**
 * The data layer: everything that the screens know, and nothing about how they look.
 *
 * Live data stays outside React and changes at most once per animation frame; symbols are the kernel's names
 * (`BTCUSDT`), prices and quantities decimal strings, times milliseconds since the epoch.
 *
 * - `useTicker(symbol)`          last price and 24-hour statistics
 * - `useDepth(symbol)`           our book: bids, asks as [price, quantity, the house's part], best first
 * - `useTrades(symbol)`          the tape, newest first
 * - `useFeedStatus()`            connecting, live, stale or offline, and the round trip
 * - `useOpenOrders(symbol?)`     the user's open orders, newest first; null until known
 * - `usePerpetualState(symbol)`   mark, index, funding and open interest of a contract
 * - `useOpenPerpetuals()`         positions, orders and stops in contracts, and the contract wallet; null until known
 * - `useOpenSeconds()`         open second contracts with their countdowns; null until known
 * - `useBalances()`              the user's balances by coin; null until known
 * - `useAccountOld()`            true while orders, positions and balances may be out of date
 * - `useUser()`, `useSignedIn()`, `usePreference(key)`
 *
 * A chart library that takes bars one by one reads `useServices().market` itself: `candles.subscribe(candleKey(…))`
 * and `watchCandles`, with the history from `newestCandles` and the call `getCandles`. While a symbol's tape is watched
 * its newest venue trade is the last price of its ticker and of its candles, so that all of a page show one price.
 *
 * Calls go through `useClient().call(name, input)`; lists that are fetched through the queries of `queries.ts`, which
 * are keyed by `queryKeys`. Fills arrive at `useServices().account.onFill`. An error becomes words through `errorText`.
 */
export type { AccountData, AccountState, Fill, OpenPerpetuals, Settlement } from './account-data.ts';
export * from './alert-queries.ts';
export * from './article-queries.ts';
export { CHART_PAGE_BARS, forgetCandles, keptInterval, newestCandles } from './candle-history.ts';
export { type AppConfig, loadConfig } from './config.ts';
export * from './deposit-queries.ts';
export { offeredLanguage, startLanguage } from './device-wishes.ts';
export { type ErrorText, errorText } from './errors.ts';
export * from './hooks.ts';
export * from './loan-queries.ts';
export type { Depth } from './market/depth-book.ts';
export type { SocketState } from './market/live-socket.ts';
export { candleKey } from './market/market-board.ts';
export type { FeedState, FeedStatus, MarketData } from './market/market-data.ts';
export * from './mining-queries.ts';
export { knownOf, type NoticesData, type NoticesState, type ReadNotices } from './notices.ts';
export {
  ASKED_ACTS,
  type AskedAct,
  type Currency,
  type Preferences,
  type PreferencesStore,
  type Theme,
} from './preferences.ts';
export * from './queries.ts';
export { queryKeys } from './query-keys.ts';
export { type RecordTimes, timeNumbers } from './record-times.ts';
export * from './recovery-queries.ts';
export { createServices, type Services } from './services.ts';
export type { LoginInput, RegisterInput, Session, SignOutReason } from './session.ts';
export type { StepUps, WaitingStepUp } from './step-ups.ts';
export { deviceStorage, tabStorage } from './storage.ts';
export { type Security, useSecurity, useSecurityChanged } from './use-security.ts';
export * from './wallet-queries.ts';
export * from './withdrawal-queries.ts';
