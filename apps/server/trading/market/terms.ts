import type { MarketTerms, NamedTerms, TermsChangeRow, TermsChanges } from '@candor/api';
import type { AnnouncedChange, AssetInfo, TermsChange } from '@candor/kernel';
import {
  type Amount,
  formatDecimalTrimmed,
  type Lots,
  lotsToDecimal,
  parseDecimal,
  toLots,
} from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText, ppmPercent } from '../../engine/values/index.ts';
import type { Contract, MarketTermsFacts, Spot } from './terms-facts.ts';

/** Percent with four decimals are parts per million, with seven parts per thousand million. */
const PPM_SCALE = 4;
const PPB_SCALE = 7;
/** Symbol of the risk rates that all cross accounts share. */
const CROSS = 0;

/** Reads and writes terms between the kernel's units and the decimals of the API. */
export interface TermsReader {
  /** All terms, in the order of fees, spot markets, perpetuals, margin, referral and mining. */
  all(): NamedTerms[];
  changes(): TermsChanges;
  /** The terms of the same market or coin that stand now; null if it has none. */
  standing(change: TermsChange): NamedTerms | null;
  /** @throws Refusal UNKNOWN_SYMBOL, UNKNOWN_COIN, TERMS_INVALID */
  commandOf(terms: MarketTerms): TermsChange;
  named(change: TermsChange): NamedTerms;
}

/** True if two changes are of the same terms of the same market or coin. */
export function isOfSameTerms(one: TermsChange, other: TermsChange): boolean {
  if (one.type !== other.type) return false;
  if ('symbolId' in one && 'symbolId' in other) return one.symbolId === other.symbolId;
  return !('assetId' in one && 'assetId' in other) || one.assetId === other.assetId;
}

export function readTerms(
  facts: MarketTermsFacts,
  catalogue: Pick<Catalogue, 'assets' | 'assetById'>,
): TermsReader {
  const { symbols, contracts, fees, marginAssets, marginTerms, referral, mining } = facts;
  const spotOf = (id: number) => symbols.find(({ symbolId }) => symbolId === id);
  const contractOf = (id: number) => contracts.find(({ symbolId }) => symbolId === id);

  /** @throws Refusal UNKNOWN_SYMBOL */
  function listed(id: number) {
    const symbol = spotOf(id) ?? contractOf(id);
    if (symbol === undefined) throw new Refusal('UNKNOWN_SYMBOL');
    const quoteAssetId = 'quoteAssetId' in symbol ? symbol.quoteAssetId : symbol.settleAssetId;
    return { symbol, quoteAssetId };
  }

  const current = (): TermsChange[] => [
    ...(fees.tiers.length === 0
      ? []
      : [{ type: 'setFeeTiers', volumeAssetId: fees.volumeAssetId, tiers: fees.tiers } as const]),
    ...symbols.map((symbol) => ({ type: 'setSymbolLimits', ...limitsOf(symbol) }) as const),
    ...contracts.map((symbol) => ({ type: 'setPerpetualLimits', ...limitsOf(symbol) }) as const),
    ...contracts.map(({ symbolId, tiers }) => ({ type: 'setPerpetualTiers', symbolId, tiers }) as const),
    ...marginAssets.map(
      ({ pool: _, index: __, ...asset }) => ({ type: 'setMarginAsset', ...asset }) as const,
    ),
    ...marginTerms.map((terms) => ({ type: 'setMarginTerms', ...terms }) as const),
    { type: 'setReferralTerms', ...referral } as const,
    ...mining.map(({ assetId, gears }) => ({ type: 'setMiningTerms', assetId, gears }) as const),
  ];

  function named(change: TermsChange): NamedTerms {
    const text = (assetId: number, units: bigint) => amountText(catalogue, assetId, units as Amount);
    const coin = (assetId: number) => catalogue.assetById(assetId).code;
    switch (change.type) {
      case 'setFeeTiers': {
        const { volumeAssetId } = change;
        const tiers = change.tiers.map((tier) => ({
          minVolume: text(volumeAssetId, tier.minVolume),
          makerPercent: ppmPercent(tier.makerPpm),
          takerPercent: ppmPercent(tier.takerPpm),
          perpetualMakerPercent: ppmPercent(tier.perpetualMakerPpm),
          perpetualTakerPercent: ppmPercent(tier.perpetualTakerPpm),
        }));
        return { market: '', coin: coin(volumeAssetId), terms: { kind: 'fees', tiers } };
      }
      case 'setSymbolLimits':
      case 'setPerpetualLimits': {
        const { symbolId, minNotional, maxLots, maxOpenOrders, priceBandPpm } = change;
        const { symbol, quoteAssetId } = listed(symbolId);
        const terms = {
          ...({
            kind: 'limits',
            symbolId,
            maxOpenOrders,
            priceBandPercent: ppmPercent(priceBandPpm),
          } as const),
          minNotional: text(quoteAssetId, minNotional),
          maxQuantity: trimmed(lotsToDecimal(maxLots, symbol)),
        };
        return { market: symbol.name, coin: coin(quoteAssetId), terms };
      }
      case 'setPerpetualTiers': {
        const { symbolId } = change;
        const { symbol, quoteAssetId } = listed(symbolId);
        const brackets = change.tiers.map(({ floorNotional, mmrPpm, maxLeverage }) => ({
          floor: text(quoteAssetId, floorNotional),
          maintenancePercent: ppmPercent(mmrPpm),
          maxLeverage,
        }));
        return {
          market: symbol.name,
          coin: coin(quoteAssetId),
          terms: { kind: 'brackets', symbolId, brackets },
        };
      }
      case 'setMarginAsset': {
        const { assetId, borrowable, hourlyRatePpb, haircutPpm, maxBorrow } = change;
        const terms = {
          ...({ kind: 'marginCoin', assetId, borrowable } as const),
          hourlyRatePercent: formatDecimalTrimmed(BigInt(hourlyRatePpb), PPB_SCALE),
          collateralPercent: ppmPercent(haircutPpm),
          maxBorrow: text(assetId, maxBorrow),
        };
        return { market: '', coin: coin(assetId), terms };
      }
      case 'setMarginTerms': {
        const { symbolId, valueAssetId, maxLeverage } = change;
        const terms = {
          ...({ kind: 'marginRisk', symbolId, maxLeverage } as const),
          transferPercent: ppmPercent(change.transferPpm),
          callPercent: ppmPercent(change.callPpm),
          liquidationPercent: ppmPercent(change.liquidationPpm),
          saleBandPercent: ppmPercent(change.saleBandPpm),
        };
        return {
          market: symbolId === CROSS ? '' : listed(symbolId).symbol.name,
          coin: coin(valueAssetId),
          terms,
        };
      }
      case 'setReferralTerms': {
        const [first, second, third] = change.sharesPpm;
        const terms = {
          kind: 'referral',
          firstPercent: ppmPercent(first),
          secondPercent: ppmPercent(second),
          thirdPercent: ppmPercent(third),
          capPercent: ppmPercent(change.capPpm),
        } as const;
        return { market: '', coin: '', terms };
      }
      case 'setMiningTerms': {
        const { assetId } = change;
        const gears = change.gears.map(({ minAmount, dailyPpm }) => ({
          minAmount: text(assetId, minAmount),
          dailyPercent: ppmPercent(dailyPpm),
        }));
        return { market: '', coin: coin(assetId), terms: { kind: 'gears', assetId, gears } };
      }
    }
  }

  function standing(change: TermsChange): NamedTerms | null {
    const same = current().find((each) => isOfSameTerms(each, change));
    return same === undefined ? null : named(same);
  }

  const rowOf = (change: AnnouncedChange): TermsChangeRow => {
    const { market, coin, terms } = named(change.change);
    return {
      changeNo: change.changeNo,
      state: 'announced',
      market,
      coin,
      announceTime: change.announcedMs,
      effectiveTime: change.effectiveMs,
      reason: change.reason,
      before: standing(change.change)?.terms ?? null,
      after: terms,
      endTime: null,
      endReason: '',
    };
  };

  return {
    all: () => current().map(named),
    changes: () => ({
      announced: facts.announced.map(rowOf),
      ended: facts.ended.map((change) => ({
        ...rowOf(change),
        state: change.end,
        before: null,
        endTime: change.endedMs,
        endReason: change.endReason,
      })),
    }),
    standing,
    named,
    commandOf(terms) {
      switch (terms.kind) {
        case 'fees':
          return {
            type: 'setFeeTiers',
            volumeAssetId: fees.volumeAssetId,
            tiers: terms.tiers.map((tier) => ({
              minVolume: unitsOf(tier.minVolume, catalogue.assetById(fees.volumeAssetId)),
              makerPpm: rateOf(tier.makerPercent, PPM_SCALE),
              takerPpm: rateOf(tier.takerPercent, PPM_SCALE),
              perpetualMakerPpm: rateOf(tier.perpetualMakerPercent, PPM_SCALE),
              perpetualTakerPpm: rateOf(tier.perpetualTakerPercent, PPM_SCALE),
            })),
          };
        case 'limits': {
          const { symbolId, maxOpenOrders } = terms;
          const { symbol, quoteAssetId } = listed(symbolId);
          const maxLots = toLots(terms.maxQuantity, symbol);
          if (maxLots === null) throw new Refusal('TERMS_INVALID', { field: 'maxQuantity' });
          return {
            type: spotOf(symbolId) === undefined ? 'setPerpetualLimits' : 'setSymbolLimits',
            symbolId,
            maxOpenOrders,
            maxLots: maxLots as Lots,
            minNotional: unitsOf(terms.minNotional, catalogue.assetById(quoteAssetId)),
            priceBandPpm: rateOf(terms.priceBandPercent, PPM_SCALE),
          };
        }
        case 'brackets': {
          const { symbolId } = terms;
          if (contractOf(symbolId) === undefined) throw new Refusal('UNKNOWN_SYMBOL');
          const asset = catalogue.assetById(listed(symbolId).quoteAssetId);
          const tiers = terms.brackets.map(({ floor, maintenancePercent, maxLeverage }) => ({
            floorNotional: unitsOf(floor, asset),
            mmrPpm: rateOf(maintenancePercent, PPM_SCALE),
            maxLeverage,
          }));
          return { type: 'setPerpetualTiers', symbolId, tiers };
        }
        case 'marginCoin': {
          const { assetId, borrowable } = terms;
          const asset = catalogue.assets.find((each) => each.assetId === assetId);
          if (asset === undefined) throw new Refusal('UNKNOWN_COIN');
          return {
            type: 'setMarginAsset',
            assetId,
            borrowable,
            hourlyRatePpb: rateOf(terms.hourlyRatePercent, PPB_SCALE),
            haircutPpm: rateOf(terms.collateralPercent, PPM_SCALE),
            maxBorrow: unitsOf(terms.maxBorrow, asset),
          };
        }
        case 'marginRisk': {
          const { symbolId, maxLeverage } = terms;
          const stands = marginTerms.find((each) => each.symbolId === symbolId);
          if (stands === undefined) throw new Refusal('UNKNOWN_SYMBOL');
          return {
            type: 'setMarginTerms',
            symbolId,
            valueAssetId: stands.valueAssetId,
            maxLeverage,
            transferPpm: rateOf(terms.transferPercent, PPM_SCALE),
            callPpm: rateOf(terms.callPercent, PPM_SCALE),
            liquidationPpm: rateOf(terms.liquidationPercent, PPM_SCALE),
            saleBandPpm: rateOf(terms.saleBandPercent, PPM_SCALE),
          };
        }
        case 'referral': {
          const { firstPercent, secondPercent, thirdPercent } = terms;
          return {
            type: 'setReferralTerms',
            sharesPpm: [
              rateOf(firstPercent, PPM_SCALE),
              rateOf(secondPercent, PPM_SCALE),
              rateOf(thirdPercent, PPM_SCALE),
            ],
            capPpm: rateOf(terms.capPercent, PPM_SCALE),
          };
        }
        case 'gears': {
          const { assetId } = terms;
          const asset = catalogue.assets.find((each) => each.assetId === assetId);
          // the first gears of a coin are no change of terms, and one coin is mined
          const isMined = mining.some((each) => each.assetId === assetId);
          if (asset === undefined || !isMined) throw new Refusal('UNKNOWN_COIN');
          const gears = terms.gears.map(({ minAmount, dailyPercent }) => ({
            minAmount: unitsOf(minAmount, asset),
            dailyPpm: rateOf(dailyPercent, PPM_SCALE),
          }));
          return { type: 'setMiningTerms', assetId, gears };
        }
      }
    },
  };
}

function limitsOf({ symbolId, minNotional, maxLots, maxOpenOrders, priceBandPpm }: Spot | Contract) {
  return { symbolId, minNotional, maxLots, maxOpenOrders, priceBandPpm };
}

function unitsOf(text: string, { scale }: AssetInfo): Amount {
  const units = parseDecimal(text, scale);
  if (units === null) throw new Refusal('TERMS_INVALID');
  return units as Amount;
}

/** A percentage as a rate in parts; one that is finer than the parts, or no rate at all, is refused. */
function rateOf(percent: string, scale: number): number {
  const parts = parseDecimal(percent, scale);
  if (parts === null || parts > BigInt(Number.MAX_SAFE_INTEGER)) throw new Refusal('TERMS_INVALID');
  return Number(parts);
}

const trimmed = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);
