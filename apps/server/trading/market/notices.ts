import type { NoticeContent } from '@candor/api';
import type { ChangeAnnouncedEvent, ChangeEndedEvent } from '@candor/kernel';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { shownName } from '../../engine/values/index.ts';
import type { NoticeSource } from '../../gateway/notices/index.ts';
import type { PerpetualFollower } from '../perpetual/index.ts';

export interface MarketNoticesNeeds {
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
  readonly perpetualListings: Pick<PerpetualFollower, 'current'>;
}

const TERMS = {
  setFeeTiers: 'fees',
  setSymbolLimits: 'limits',
  setPerpetualLimits: 'limits',
  setPerpetualTiers: 'brackets',
  setMarginAsset: 'marginCoin',
  setMarginTerms: 'marginRisk',
  setReferralTerms: 'referral',
  setMiningTerms: 'gears',
} as const;

/** Changes of published terms, for everybody: announced, in force, and called off. */
export function marketNotices({ catalogues, perpetualListings }: MarketNoticesNeeds): NoticeSource {
  const marketOf = (symbolId: number) => {
    const catalogue = catalogues.current();
    const symbol = catalogue.symbolById(symbolId);
    if (symbol !== undefined) return { symbol: symbol.name, symbol_name: shownName(catalogue, symbol) };
    const contract = perpetualListings.current().contracts.find((each) => each.symbolId === symbolId);
    return { symbol: contract?.name ?? null, symbol_name: contract?.name ?? null };
  };

  function content(event: ChangeAnnouncedEvent | ChangeEndedEvent): NoticeContent {
    const { change, effectiveMs } = event;
    const state = event.type === 'changeAnnounced' ? 'announced' : event.end;
    return {
      kind: 'terms-changed',
      facts: {
        terms: TERMS[change.type],
        ...('symbolId' in change && change.symbolId !== 0
          ? marketOf(change.symbolId)
          : { symbol: null, symbol_name: null }),
        coin: 'assetId' in change ? catalogues.current().assetById(change.assetId).code : null,
        state,
        effectiveTime: effectiveMs,
        reason: event.type === 'changeEnded' && state === 'withdrawn' ? event.endReason : event.reason,
      },
    };
  }

  return {
    read({ stamp: { timeMs }, events }, draft) {
      for (const event of events)
        if (event.type === 'changeAnnounced' || event.type === 'changeEnded')
          draft({ userId: null, key: `terms:${event.changeNo}`, timeMs, content: () => content(event) });
    },
  };
}
