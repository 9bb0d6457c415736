import type { MarginCallEvent, MarginSaleEvent, MarginSoldEvent, WalletName } from '@candor/kernel';
import { marginLines, marginWalletOf } from '@candor/projections';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { shownName } from '../../engine/values/index.ts';
import type { NoticeSource } from '../../gateway/notices/index.ts';
import { kindOf, ppmText, riskText } from './rows.ts';

export interface MarginNoticesNeeds {
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
}

/** Margin calls, and forced sales from their begin to their end. */
export function marginNotices({ catalogues }: MarginNoticesNeeds): NoticeSource {
  const accountOf = (name: WalletName) => {
    const { wallet, symbolId } = marginWalletOf(name);
    const catalogue = catalogues.current();
    const symbol = catalogue.symbolById(symbolId);
    return {
      account: kindOf(wallet),
      symbol: symbol?.name ?? null,
      symbol_name: symbol === undefined ? null : shownName(catalogue, symbol),
    };
  };
  const call = ({ wallet, risk, callPpm, liquidationPpm }: MarginCallEvent, receipt: string) => ({
    kind: 'margin-call' as const,
    facts: {
      ...accountOf(wallet),
      riskRate: riskText(risk.riskPpm),
      callRisk: ppmText(callPpm),
      liquidationRisk: ppmText(liquidationPpm),
      receipt,
    },
  });
  const sale = (event: MarginSaleEvent | MarginSoldEvent, receipt: string) => ({
    kind: 'forced-sale' as const,
    facts: {
      ...accountOf(event.wallet),
      riskRate: riskText('risk' in event ? event.risk.riskPpm : event.riskPpm),
      saleId: event.saleId,
      over: event.type === 'marginSold',
      receipt,
    },
  });

  return {
    read({ stamp: { seq, timeMs }, events }, draft) {
      for (const [line, event] of marginLines(events)) {
        const receipt = `${seq}.${line}`;
        if (event.type === 'marginCall' && event.called)
          draft({
            userId: event.userId,
            key: `margin-call:${receipt}`,
            timeMs,
            content: () => call(event, receipt),
          });
        // it goes on with each tick: only its begin is told, and its end
        if (event.type === 'marginSale' || (event.type === 'marginSold' && event.over))
          draft({
            userId: event.userId,
            key: `forced-sale:${event.saleId}`,
            timeMs,
            isOnce: event.type === 'marginSale',
            content: () => sale(event, receipt),
          });
      }
    },
  };
}
