import type { MarketTerms, NamedTerms, TermsChangeRow, TermsChanges } from '@candor/api';
import type { AnnouncedChange, TermsChange } from '@candor/kernel';
import { termsCommand } from './terms-commands.ts';
import type { Contract, MarketTermsFacts, Spot } from './terms-facts.ts';
import type { TermsListing } from './terms-listing.ts';
import { namedTerms } from './terms-named.ts';

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

export function readTerms(facts: MarketTermsFacts, catalogue: TermsListing['catalogue']): TermsReader {
  const listing: TermsListing = { facts, catalogue };
  const named = (change: TermsChange) => namedTerms(listing, change);

  function standing(change: TermsChange): NamedTerms | null {
    const same = current(facts).find((each) => isOfSameTerms(each, change));
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
    all: () => current(facts).map(named),
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
    commandOf: (terms) => termsCommand(listing, terms),
  };
}

/** All terms that stand, as commands would set them. */
function current(facts: MarketTermsFacts): TermsChange[] {
  const { symbols, contracts, fees, marginAssets, marginTerms, referral, mining } = facts;
  return [
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
}

function limitsOf({ symbolId, minNotional, maxLots, maxOpenOrders, priceBandPpm }: Spot | Contract) {
  return { symbolId, minNotional, maxLots, maxOpenOrders, priceBandPpm };
}
