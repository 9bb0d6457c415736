import type { ContractMarketRow } from '@candor/contract';
import { useFormatters } from '@candor/ui';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useContractState } from '../../data/index.ts';
import { NamedMarket, Terminal } from '../page/terminal.tsx';
import { ContractForm } from './contract-form.tsx';
import { ContractHeader, Funding } from './contract-header.tsx';
import { type ContractMarket, toContractMarket } from './contract-market.ts';
import { ContractPanel } from './contract-panel.tsx';
import { usePositionLines } from './position-lines.ts';
import { useContractRows } from './use-contracts.ts';

function MarkPrice({ market }: { readonly market: ContractMarket }) {
  const format = useFormatters();
  const state = useContractState(market.symbol);
  return (
    <>{format.price(state === undefined ? market.contract.mark : state.markPrice, market.priceDecimals)}</>
  );
}

interface ContractTerminalProps {
  readonly row: ContractMarketRow;
  readonly rows: readonly ContractMarketRow[];
}

function ContractTerminal({ row, rows }: ContractTerminalProps) {
  const intl = useIntl();
  const unit = intl.formatMessage({ id: 'trade.contract.unit' });
  const market = useMemo(() => toContractMarket(row, unit), [row, unit]);
  const lines = usePositionLines(market.symbol);
  return (
    <Terminal
      market={market}
      rows={rows}
      type="usta"
      header={<ContractHeader market={market} />}
      figures={[
        { id: 'trade.contract.mark', value: <MarkPrice market={market} /> },
        { id: 'trade.contract.funding', value: <Funding market={market} /> },
      ]}
      records={<ContractPanel market={market} />}
      recordsTitle="trade.contract.positions"
      sides={{ buy: 'trade.contract.side.long', sell: 'trade.contract.side.short' }}
      form={(onPlaced) => <ContractForm market={market} {...(onPlaced === undefined ? {} : { onPlaced })} />}
      lines={lines}
    />
  );
}

/** The terminal of the contract that the address names. */
export function ContractPage({ symbol }: { readonly symbol: string | undefined }) {
  const listing = useContractRows();
  return (
    <NamedMarket listing={listing} rows={listing.rows} symbol={symbol}>
      {(row, rows) => <ContractTerminal key={row.symbol} row={row} rows={rows} />}
    </NamedMarket>
  );
}
