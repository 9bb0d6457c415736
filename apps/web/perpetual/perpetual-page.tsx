import type { ContractMarketRow } from '@candor/api';
import { useFormatters } from '@candor/ui';
import { useMemo } from 'react';
import { usePerpetualState } from '../data/index.ts';
import { NamedMarket, Terminal } from '../trade/terminal/terminal.tsx';
import { PerpetualForm } from './perpetual-form.tsx';
import { Funding, PerpetualHeader } from './perpetual-header.tsx';
import { type PerpetualMarket, toPerpetualMarket } from './perpetual-market.ts';
import { PerpetualPanel } from './perpetual-panel.tsx';
import { usePositionLines } from './position-lines.ts';
import { usePerpetualRows } from './use-perpetuals.ts';

function MarkPrice({ market }: { readonly market: PerpetualMarket }) {
  const format = useFormatters();
  const state = usePerpetualState(market.symbol);
  return (
    <>{format.price(state === undefined ? market.contract.mark : state.markPrice, market.priceDecimals)}</>
  );
}

interface PerpetualTerminalProps {
  readonly row: ContractMarketRow;
  readonly rows: readonly ContractMarketRow[];
  readonly hasHeader: boolean;
}

function PerpetualTerminal({ row, rows, hasHeader }: PerpetualTerminalProps) {
  const market = useMemo(() => toPerpetualMarket(row), [row]);
  const lines = usePositionLines(market.symbol);
  return (
    <Terminal
      market={market}
      rows={rows}
      type="usta"
      header={hasHeader && <PerpetualHeader market={market} />}
      figures={[
        { id: 'perpetual.mark', value: <MarkPrice market={market} /> },
        { id: 'perpetual.funding', value: <Funding market={market} /> },
      ]}
      records={<PerpetualPanel market={market} />}
      recordsTitle="perpetual.positions"
      sides={{ buy: 'perpetual.side.long', sell: 'perpetual.side.short' }}
      form={(onPlaced) => <PerpetualForm market={market} {...(onPlaced === undefined ? {} : { onPlaced })} />}
      lines={lines}
    />
  );
}

interface PerpetualPageProps {
  readonly symbol: string | undefined;
  /** False where the page's own bar names the contract. */
  readonly hasHeader?: boolean;
}

/** The terminal of the contract that the address names. */
export function PerpetualPage({ symbol, hasHeader = true }: PerpetualPageProps) {
  const listing = usePerpetualRows();
  return (
    <NamedMarket listing={listing} rows={listing.rows} symbol={symbol}>
      {(row, rows) => <PerpetualTerminal key={row.symbol} row={row} rows={rows} hasHeader={hasHeader} />}
    </NamedMarket>
  );
}
