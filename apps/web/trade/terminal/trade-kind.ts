import type { CustomerRoom } from '@candor/i18n';
import { deviceStorage, keptInterval, newestCandles, type Services } from '../../data/index.ts';
import type { TradeType } from '../../markets/trade-search.ts';
import type { EntryDeclaration } from '../../shell/screen.ts';

/** A product of the trade page: what it adds to the menus, and its first requests. */
export interface TradeKind {
  readonly type: TradeType;
  /** Rooms of messages of the product's own. */
  readonly messages: readonly CustomerRoom[];
  readonly entries: readonly EntryDeclaration[];
  /** Asks for the data of the market of `base`, such as `btc`; a wrong guess costs a request, and no screen sees it. */
  firstRequests(services: Services, base: string): void;
}

/** Time for which live candles are kept coming for a chart that is still on its way. */
const AWAITED_MS = 15_000;

/** Asks for candles and ticker of a symbol, by the kernel's name, for a chart that is still on its way. */
export function awaitChart(services: Services, symbol: string): void {
  const { market } = services;
  const interval = keptInterval(deviceStorage);
  newestCandles(services, symbol, interval).catch(() => undefined);
  const stops = [market.watchTicker(symbol), market.watchCandles(symbol, interval)];
  setTimeout(() => {
    for (const stop of stops) stop();
  }, AWAITED_MS);
}
