import type { AssetInfo, SymbolInfo } from '@candor/kernel';
import { mulDivFloor, type PriceTicks } from '@candor/money';
import type { Catalogue, IndexPrices } from '../../engine/catalogue/index.ts';

export const VALUE_ASSET = 'USDT';

interface Price {
  readonly symbol: SymbolInfo;
  readonly ticks: PriceTicks;
}

/** Returns the market of an asset against USDT. */
export function marketOf(catalogue: Catalogue, asset: AssetInfo): SymbolInfo | undefined {
  const quoteAssetId = catalogue.asset(VALUE_ASSET).assetId;
  return catalogue.symbols.find(
    (listed) => listed.baseAssetId === asset.assetId && listed.quoteAssetId === quoteAssetId,
  );
}

/** Returns the index of an asset against USDT, or null while it is stale or if there is no such market. */
export function priceOf(prices: IndexPrices, catalogue: Catalogue, asset: AssetInfo): Price | null {
  const symbol = marketOf(catalogue, asset);
  const ticks = symbol === undefined ? undefined : prices.get(symbol.symbolId);
  return symbol === undefined || ticks === undefined ? null : { symbol, ticks };
}

/** In USDT base units, rounded down: it is only shown. */
export function worthOf(
  prices: IndexPrices,
  catalogue: Catalogue,
  asset: AssetInfo,
  amount: bigint,
): bigint | null {
  if (asset.code === VALUE_ASSET || amount === 0n) return amount;
  const price = priceOf(prices, catalogue, asset);
  if (price === null) return null;
  return mulDivFloor(amount, BigInt(price.ticks) * price.symbol.quotePerTickLot, price.symbol.basePerLot);
}

/** In base units of USDT at a price for one coin, in base units as well, rounded down; null without a price. */
export function worthAt(units: bigint, price: bigint | null, scale: number): bigint | null {
  return price === null ? null : mulDivFloor(units, price, 10n ** BigInt(scale));
}
