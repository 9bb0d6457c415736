import type { OperatorSeconds } from '@candor/api';
import type { SecondsMarketView, SymbolInfo } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import { breakEvenPpm } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText, ppmPercent, shownName } from '../../engine/values/index.ts';
import { HOUSE_USER_ID } from '../../prices/listing/index.ts';

/** The symbol id that stands for all markets together. */
export const ALL_MARKETS = 0;

/** Second contracts as operators read them, and the units of what operators type. */
export interface SecondsReader {
  read(): Promise<OperatorSeconds>;
  /** The coin of stakes. @throws Refusal SECONDS_NOT_OFFERED before any terms */
  stakeAssetId(): Promise<number>;
  /** @throws Refusal AMOUNT_INVALID */
  unitsOf(text: string): Promise<Amount>;
  /** The symbol's name, `all` for all markets. @throws Refusal UNKNOWN_SYMBOL */
  nameOf(symbolId: number): string;
}

export interface SecondsReaderOptions {
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
}

export function createSecondsReader({ core, catalogues }: SecondsReaderOptions): SecondsReader {
  const stakeAsset = async () => {
    const assetId = await core.ask('secondsAsset');
    if (assetId === null) throw new Refusal('SECONDS_NOT_OFFERED');
    return catalogues.current().assetById(assetId);
  };

  async function read(): Promise<OperatorSeconds> {
    const { mode, pool, haltReason, symbols, houseAvailable, ...desk } = await core.ask(
      'secondsDesk',
      HOUSE_USER_ID,
    );
    const offers = new Map(desk.offers.map((offer) => [offer.symbolId, offer]));
    const catalogue = catalogues.current();
    const { assetId } = pool;
    const coins = (amount: Amount) => (assetId === null ? '0' : amountText(catalogue, assetId, amount));
    const exposureOf = (symbolId: number) => {
      const found = pool.exposures.find((exposure) => exposure.symbolId === symbolId);
      return { cap: coins(found?.cap ?? (0n as Amount)), reserved: coins(found?.reserved ?? (0n as Amount)) };
    };
    const rowOf = (symbol: SymbolInfo, offer: SecondsMarketView | undefined) => ({
      symbolId: symbol.symbolId,
      symbol_name: shownName(catalogue, symbol),
      state: offer?.state ?? 'trading',
      stateReason: offer?.stateReason ?? '',
      minQuantity: offer?.minQuantity ?? null,
      maxQuantity: offer?.maxQuantity ?? null,
      periods: (offer?.periods ?? []).map(({ periodS, payoutPpm }) => ({
        periodSeconds: periodS,
        payoutPercent: ppmPercent(payoutPpm),
        breakEvenPercent: ppmPercent(breakEvenPpm(payoutPpm)),
      })),
      ...exposureOf(symbol.symbolId),
    });
    return {
      coin: assetId === null ? null : catalogue.assetById(assetId).code,
      haltReason,
      available: coins(pool.available),
      reserved: coins(pool.reserved),
      stakes: coins(pool.stakes),
      userCap: pool.userCap === null ? null : coins(pool.userCap),
      all: exposureOf(ALL_MARKETS),
      sources: [
        ...(mode === 'practice' ? [{ source: 'practice' as const, available: null }] : []),
        { source: 'house' as const, available: coins(houseAvailable ?? (0n as Amount)) },
      ],
      markets: symbols
        .filter(({ quoteAssetId }) => quoteAssetId === assetId)
        .map((symbol) => rowOf(symbol, offers.get(symbol.symbolId))),
    };
  }

  return {
    read,
    stakeAssetId: async () => (await stakeAsset()).assetId,
    async unitsOf(text) {
      const units = parseDecimal(text, (await stakeAsset()).scale);
      if (units === null) throw new Refusal('AMOUNT_INVALID');
      return units as Amount;
    },
    nameOf(symbolId) {
      if (symbolId === ALL_MARKETS) return 'all';
      const symbol = catalogues.current().symbolById(symbolId);
      if (symbol === undefined) throw new Refusal('UNKNOWN_SYMBOL');
      return symbol.name;
    },
  };
}
