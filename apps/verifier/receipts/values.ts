import type {
  EarnProduct,
  FixedOffer,
  KernelView,
  LoanOfferView,
  PerpetualInfo,
  SymbolInfo,
} from '@candor/kernel';
import {
  type Amount,
  formatDecimalTrimmed,
  type Lots,
  mulDivFloor,
  type PriceTicks,
  ticksToDecimal,
} from '@candor/money';

/** A value of a receipt as JSON holds it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An event as receipts carry it: whole numbers of 64 bits as text. */
export const jsonOf = (value: unknown): Json =>
  JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part))) as Json;

/** Parts per million as percent text. */
export const ppmPercent = (ppm: number | bigint) => formatDecimalTrimmed(BigInt(ppm), 4);
/** Parts per billion as percent text. */
export const ppbPercent = (ppb: number) => formatDecimalTrimmed(BigInt(ppb), 7);

/** Names and decimals of what is listed, as receipts write them. */
export class Names {
  private readonly view: KernelView;

  constructor(view: KernelView) {
    this.view = view;
  }

  coin(assetId: number): string {
    return this.asset(assetId).code;
  }

  scale(assetId: number): number {
    return this.asset(assetId).scale;
  }

  amount(assetId: number, units: bigint): string {
    return formatDecimalTrimmed(units, this.scale(assetId));
  }

  /** Throws RangeError where it is not listed. */
  symbol(symbolId: number): SymbolInfo {
    const found = this.view.symbols().find((symbol) => symbol.symbolId === symbolId);
    if (found === undefined) throw new RangeError(`Symbol ${symbolId} is not listed.`);
    return found;
  }

  symbolName(symbolId: number): string | null {
    return symbolId === 0 ? null : this.symbol(symbolId).name;
  }

  shown({ baseAssetId, quoteAssetId }: SymbolInfo): string {
    return `${this.coin(baseAssetId)}/${this.coin(quoteAssetId)}`;
  }

  /** Throws RangeError where it is not listed. */
  contract(symbolId: number): PerpetualInfo {
    const found = this.view.perpetual.symbol(symbolId);
    if (found === null) throw new RangeError(`Contract ${symbolId} is not listed.`);
    return found;
  }

  /** Returns null where there is no such offer. */
  offer(product: EarnProduct, offerId: number): FixedOffer | null {
    return this.view[product].offer(offerId);
  }

  /** Returns null where there is no such offer of loans. */
  loanOffer(offerId: number): LoanOfferView | null {
    return this.view.loan.offers().find((offer) => offer.offerId === offerId) ?? null;
  }

  /** The coin in which OTC counts values. Throws RangeError before its terms are set. */
  otcValue(): { readonly code: string; readonly scale: number } {
    const terms = this.view.otc.terms();
    if (terms === null) throw new RangeError('OTC has no terms.');
    return this.asset(terms.terms.valueAssetId);
  }

  ofContract({ name, baseAssetId, settleAssetId }: PerpetualInfo) {
    return { symbol: name, symbol_name: `${this.coin(baseAssetId)}/${this.coin(settleAssetId)}` };
  }

  private asset(assetId: number) {
    const found = this.view.assets().find((asset) => asset.assetId === assetId);
    if (found === undefined) throw new RangeError(`Asset ${assetId} is not listed.`);
    return found;
  }
}

/** Value / lots as a price with two decimals more than the tick, rounded down; null without lots. */
export function averageText(contract: PerpetualInfo, lots: Lots, value: Amount): string | null {
  if (lots === 0) return null;
  const decimals = contract.priceDecimals + 2;
  const [whole = '0', fraction = ''] = contract.tickDecimal.split('.');
  const tickUnits = BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals));
  return formatDecimalTrimmed(
    mulDivFloor(value, tickUnits, BigInt(lots) * contract.quotePerTickLot),
    decimals,
  );
}

export const priceText = (ticks: PriceTicks | null, of: Pick<SymbolInfo, 'tickDecimal' | 'lotDecimal'>) =>
  ticks === null ? null : ticksToDecimal(ticks, of);
