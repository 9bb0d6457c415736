import { EmptyState, ErrorState, Skeleton, TextLink, useFormatters } from '@candor/ui';
import { useEffect, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { wordsOf } from '../../app/error-words.ts';
import { useMediaQuery } from '../../app/use-media-query.ts';
import { useContractState, useServices } from '../../data/index.ts';
import { createDraftStore, DraftProvider } from '../page/draft-store.ts';
import { SymbolStateNotice } from '../page/symbol-state-notice.tsx';
import { SymbolSwitcher } from '../page/symbol-switcher.tsx';
import { TradeDesktop } from '../page/trade-desktop.tsx';
import { findMarket } from '../page/trade-market.ts';
import { NARROW, useLiveTitle } from '../page/trade-page.tsx';
import { TradePhone } from '../page/trade-phone.tsx';
import { ContractForm } from './contract-form.tsx';
import { ContractHeader, Funding } from './contract-header.tsx';
import { type ContractMarket, isContractRow, toContractMarket } from './contract-market.ts';
import { ContractPanel } from './contract-panel.tsx';
import { useContractRows } from './use-contracts.ts';

function MarkPrice({ market }: { readonly market: ContractMarket }) {
  const format = useFormatters();
  const state = useContractState(market.symbol);
  return (
    <>{format.price(state === undefined ? market.contract.mark : state.markPrice, market.priceDecimals)}</>
  );
}

function Terminal({ market }: { readonly market: ContractMarket }) {
  const phone = useMediaQuery(NARROW);
  const { rows = [] } = useContractRows();
  const { preferences } = useServices();
  const draft = useMemo(() => createDraftStore(market), [market]);
  useLiveTitle(market);
  useEffect(() => {
    preferences.change({ currentCoin: market.base.toLowerCase() });
  }, [preferences, market.base]);
  return (
    <DraftProvider value={draft}>
      <SymbolStateNotice market={market} />
      {phone ? (
        <TradePhone
          market={market}
          switcher={<SymbolSwitcher market={market} rows={rows} type="usta" />}
          figures={[
            { id: 'trade.contract.mark', value: <MarkPrice market={market} /> },
            { id: 'trade.contract.funding', value: <Funding market={market} /> },
          ]}
          records={<ContractPanel market={market} />}
          recordsTitle="trade.contract.positions"
          sides={{ buy: 'trade.contract.side.long', sell: 'trade.contract.side.short' }}
          form={(onPlaced) => <ContractForm market={market} onPlaced={onPlaced} />}
        />
      ) : (
        <TradeDesktop
          market={market}
          header={<ContractHeader market={market} />}
          records={<ContractPanel market={market} />}
          form={<ContractForm market={market} />}
        />
      )}
    </DraftProvider>
  );
}

/** The terminal of the contract that the address names. */
export function ContractPage({ symbol }: { readonly symbol: string }) {
  const intl = useIntl();
  const listing = useContractRows();
  const { rows } = listing;
  const row = rows === undefined ? undefined : findMarket(rows, symbol);
  const unit = intl.formatMessage({ id: 'trade.contract.unit' });
  const market = useMemo(
    () => (row === undefined || !isContractRow(row) ? undefined : toContractMarket(row, unit)),
    [row, unit],
  );
  if (market !== undefined) return <Terminal key={market.symbol} market={market} />;
  if (listing.isError) {
    return (
      <ErrorState
        title={intl.formatMessage({ id: 'trade.page.failed' })}
        text={wordsOf(intl, listing.error)}
        onRetry={() => listing.refetch()}
        retrying={listing.isFetching}
      />
    );
  }
  if (rows !== undefined) {
    return (
      <EmptyState
        title={intl.formatMessage({ id: 'trade.page.none' })}
        action={<TextLink href="/home/index">{intl.formatMessage({ id: 'trade.page.home' })}</TextLink>}
      />
    );
  }
  return (
    <div className="flex flex-col gap-3 p-4" aria-busy="true">
      <Skeleton className="h-8 w-80" />
      <Skeleton className="h-120 w-full" />
    </div>
  );
}
