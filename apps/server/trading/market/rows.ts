import type { CoinRecord, MarketRow, Ticker } from '@candor/api';
import type { SymbolInfo } from '@candor/kernel';
import { lotsToDecimal } from '@candor/money';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { platesOf } from '../../engine/catalogue/index.ts';
import type { MarketSource } from '../../engine/ports.ts';
import { amountText, coinRecord, ppmPercent, shownName } from '../../engine/values/index.ts';

/** All spot markets as rows; `favourites` holds the symbol ids that the reader watches. */
export function marketRows(
  catalogue: Catalogue,
  market: MarketSource,
  favourites: ReadonlySet<number>,
): MarketRow[] {
  const tickers = new Map(market.tickers().map((ticker) => [ticker.symbol, ticker]));
  return catalogue.symbols.map((symbol) =>
    marketRow(catalogue, symbol, tickers.get(symbol.name), favourites.has(symbol.symbolId)),
  );
}

function marketRow(
  catalogue: Catalogue,
  symbol: SymbolInfo,
  ticker: Ticker | undefined,
  favourite: boolean,
): MarketRow {
  const base = catalogue.assetById(symbol.baseAssetId);
  const quote = catalogue.assetById(symbol.quoteAssetId);
  const flag = favourite ? 1 : 0;
  return {
    id: symbol.symbolId,
    c_id: symbol.symbolId,
    symbol_name: shownName(catalogue, symbol),
    base_symbol: base.code,
    quote_symbol: quote.code,
    base_name: base.name,
    plate: platesOf(base.code).join(','),
    close: ticker?.last ?? null,
    open: ticker?.open24h ?? null,
    high24: ticker?.high24h ?? null,
    low24: ticker?.low24h ?? null,
    volume24: ticker?.volume24h ?? null,
    amount: ticker?.quoteVolume24h ?? null,
    zdf: ticker?.changePercent24h ?? null,
    part_cou: symbol.lotDecimals,
    full_cou: symbol.priceDecimals,
    optional: flag,
    collect: flag,
    symbol: symbol.name,
    tick_size: symbol.tickDecimal,
    lot_size: symbol.lotDecimal,
    min_notional: amountText(catalogue, quote.assetId, symbol.minNotional),
    max_quantity: lotsToDecimal(symbol.maxLots, symbol),
    max_open_orders: symbol.maxOpenOrders,
    price_band_percent: symbol.priceBandPpm === 0 ? null : ppmPercent(symbol.priceBandPpm),
    state: symbol.state,
    state_reason: symbol.stateReason,
    own_volume24: ticker?.ownVolume24h ?? '0',
  };
}

/** All spot coins as the lists of getCoinList show them. */
export function coinRecords(catalogue: Catalogue, market: MarketSource): CoinRecord[] {
  const tickers = new Map(market.tickers().map((ticker) => [ticker.symbol, ticker]));
  return catalogue.symbols.map((symbol) =>
    coinRecord(
      {
        id: symbol.symbolId,
        baseCoin: catalogue.assetById(symbol.quoteAssetId).code,
        coin: catalogue.assetById(symbol.baseAssetId).code,
        name: symbol.name,
        showSymbol: shownName(catalogue, symbol),
        market: 'spot',
        coinType: 1,
      },
      tickers.get(symbol.name),
    ),
  );
}
