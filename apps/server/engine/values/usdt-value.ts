import type { AssetInfo, SymbolInfo } from '@candor/kernel';
import { mulDivCeil } from '@candor/money';
import type { Catalogue, IndexPrices } from '../catalogue/index.ts';

const VALUE_COIN = 'USDT';

function symbolOf({ symbols, assets }: Catalogue, { assetId }: AssetInfo): SymbolInfo | undefined {
  const usdt = assets.find(({ code }) => code === VALUE_COIN)?.assetId;
  return symbols.find(({ baseAssetId, quoteAssetId }) => baseAssetId === assetId && quoteAssetId === usdt);
}

/** Symbols whose indices value these coins. */
export function valuingSymbols(catalogue: Catalogue, coins: readonly AssetInfo[]): number[] {
  return coins.flatMap((coin) => symbolOf(catalogue, coin)?.symbolId ?? []);
}

/** Value in base units of USDT, rounded up: a limit is never passed by rounding. Null while the index is stale. */
export function usdtValue(
  catalogue: Catalogue,
  coin: AssetInfo,
  amount: bigint,
  prices: IndexPrices,
): bigint | null {
  if (coin.code === VALUE_COIN) return amount;
  const symbol = symbolOf(catalogue, coin);
  const ticks = symbol === undefined ? undefined : prices.get(symbol.symbolId);
  if (symbol === undefined || ticks === undefined) return null;
  return mulDivCeil(amount, BigInt(ticks) * symbol.quotePerTickLot, symbol.basePerLot);
}
