import type { MarketRow, MarketStates } from '@candor/api';
import { parseDecimal } from '@candor/money';

/** Steps and limits of the orders of a market. */
export interface FormMarket {
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly tickSize: string;
  readonly lotSize: string;
  readonly minNotional: string;
  readonly maxQuantity: string;
}

/** A market as the trade page needs it. */
export interface TradeMarket extends FormMarket {
  /** The kernel's name: BTCUSDT. */
  readonly symbol: string;
  /** Name as shown: BTC/USDT. */
  readonly name: string;
  readonly base: string;
  readonly baseName: string;
  readonly quote: string;
  /** Quantities are whole contracts; amounts of the base coin otherwise. */
  readonly inContracts: boolean;
  /** A tick in 10^-priceDecimals. */
  readonly tickUnits: bigint;
  readonly state: MarketRow['state'];
  readonly stateReason: string;
  readonly row: MarketRow;
}

/** A row of the market list, read for trading. */
export function toTradeMarket(row: MarketRow): TradeMarket {
  return {
    symbol: row.symbol,
    name: row.symbol_name,
    base: row.base_symbol,
    baseName: row.base_name,
    quote: row.quote_symbol,
    inContracts: false,
    priceDecimals: row.full_cou,
    quantityDecimals: row.part_cou,
    tickSize: row.tick_size,
    lotSize: row.lot_size,
    minNotional: row.min_notional,
    maxQuantity: row.max_quantity,
    tickUnits: parseDecimal(row.tick_size, row.full_cou) ?? 1n,
    state: row.state,
    stateReason: row.state_reason,
    row,
  };
}

/** The market that an address names: `btc`, `BTC` or `btcusdt`; undefined where the list has none of that name. */
export function findMarket<R extends MarketRow>(rows: readonly R[], symbol: string): R | undefined {
  const wanted = symbol.toUpperCase();
  return (
    rows.find((row) => row.base_symbol.toUpperCase() === wanted) ?? rows.find((row) => row.symbol === wanted)
  );
}

/** Returns a row with the state from the socket; the list's own if the socket sent none for this market. */
export function withLiveState<R extends MarketRow>(row: R, states: MarketStates | undefined): R {
  const live = states?.markets.find(({ symbol }) => symbol === row.symbol);
  if (live === undefined || (live.state === row.state && live.reason === row.state_reason)) return row;
  return { ...row, state: live.state, state_reason: live.reason };
}
