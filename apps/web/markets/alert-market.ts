import type { MarketRow, PriceAlertRow } from '@candor/api';
import { usePerpetualState, useTicker } from '../data/index.ts';

/** A market or a contract as its alerts name it. */
export interface AlertMarket {
  /** The kernel's name: BTCUSDT, BTCUSDT-PERP. */
  readonly symbol: string;
  /** Name as shown: BTC/USDT. */
  readonly name: string;
  readonly quote: string;
  readonly priceDecimals: number;
  readonly isContract: boolean;
}

export function alertMarketOf(row: MarketRow): AlertMarket {
  return {
    symbol: row.symbol,
    name: row.symbol_name,
    quote: row.quote_symbol,
    priceDecimals: row.full_cou,
    isContract: 'contract_size' in row,
  };
}

/** The market of an alert that stands in the list. */
export function marketOfAlert(alert: PriceAlertRow): AlertMarket {
  const { symbol, symbol_name: name, priceDecimals, isContract } = alert;
  return { symbol, name, quote: name.split('/')[1] ?? '', priceDecimals, isContract };
}

/** The index of a market now; null while it is stale or not known. */
export function useIndexNow({ symbol, isContract }: AlertMarket): string | null {
  const ticker = useTicker(symbol);
  const state = usePerpetualState(isContract ? symbol : '');
  return (isContract ? state?.indexPrice : ticker?.index) ?? null;
}
