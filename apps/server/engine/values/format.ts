import type { SymbolInfo } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, type Lots, mulDivFloor } from '@candor/money';
import type { Catalogue } from '../catalogue/index.ts';

/** BTC/USDT of BTCUSDT. */
export function shownName(catalogue: Pick<Catalogue, 'assetById'>, symbol: SymbolInfo): string {
  return `${catalogue.assetById(symbol.baseAssetId).code}/${catalogue.assetById(symbol.quoteAssetId).code}`;
}

/** An amount in the asset's decimals, without zeros at its end. */
export function amountText(catalogue: Pick<Catalogue, 'assetById'>, assetId: number, amount: Amount): string {
  return formatDecimalTrimmed(amount, catalogue.assetById(assetId).scale);
}

const powersOfTen = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));

const powerOfTen = (exponent: number) => powersOfTen[exponent] ?? 10n ** BigInt(exponent);

/** The average price with two decimals more than the tick, rounded down: it is only shown. Null without a fill. */
export function averagePrice(
  catalogue: Catalogue,
  symbol: SymbolInfo,
  filledLots: Lots,
  filledQuote: Amount,
): string | null {
  if (filledLots === 0) return null;
  const decimals = symbol.priceDecimals + 2;
  const baseScale = catalogue.assetById(symbol.baseAssetId).scale;
  const quoteScale = catalogue.assetById(symbol.quoteAssetId).scale;
  const baseUnits = BigInt(filledLots) * symbol.basePerLot;
  const scaled = mulDivFloor(
    filledQuote,
    powerOfTen(baseScale + decimals),
    baseUnits * powerOfTen(quoteScale),
  );
  return formatDecimalTrimmed(scaled, decimals);
}

const PPM_DECIMALS_OF_PERCENT = 4;

/** Parts per million as percent text: 1000 is "0.1". */
export function ppmPercent(ppm: number): string {
  return formatDecimalTrimmed(BigInt(ppm), PPM_DECIMALS_OF_PERCENT);
}
