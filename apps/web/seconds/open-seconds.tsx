import type { SecondRow } from '@candor/api';
import { DataTable, useText } from '@candor/ui';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Countdown } from '../common/countdown.tsx';
import { useOpenSeconds, useTicker } from '../data/index.ts';
import { liveSecond } from './live-second.ts';
import { useSecondColumns } from './second-columns.tsx';

interface LiveProps {
  readonly contract: SecondRow;
  readonly children: (contract: SecondRow) => ReactNode;
}

/** A cell that follows the index of its contract. */
function Live({ contract, children }: LiveProps) {
  return children(liveSecond(contract, useTicker(contract.symbol)?.index));
}

/** Remaining time of a contract, or what is done with it now. */
function Remaining({ contract }: { readonly contract: SecondRow }) {
  const intl = useIntl();
  return contract.status === 'countdown' ? (
    <span className="font-semibold figure">
      <Countdown untilMs={contract.closeTime} />
    </span>
  ) : (
    <span className="text-ink-3">{intl.formatMessage({ id: `seconds.status.${contract.status}` })}</span>
  );
}

/** The user's open contracts with their countdowns. */
export function OpenSeconds() {
  const contracts = useOpenSeconds();
  const text = useText();
  const { columns, price, profit } = useSecondColumns();
  const { market, direction, stake, openPrice } = columns;
  return (
    <DataTable
      inset
      className="h-full"
      label={text('seconds.open')}
      skeletons={2}
      rows={contracts}
      rowKey={({ id }) => id}
      emptyTitle={text('seconds.none')}
      emptyText={text('seconds.noneText')}
      columns={[
        market,
        direction,
        stake,
        openPrice,
        {
          head: 'seconds.currentPrice',
          kind: 'figure',
          cell: (contract) => <Live contract={contract}>{(live) => price(live, live.currentPrice)}</Live>,
        },
        {
          head: 'seconds.profitLoss',
          kind: 'figure',
          cell: (contract) => <Live contract={contract}>{profit}</Live>,
        },
        {
          head: 'seconds.countdown',
          kind: 'figure',
          cell: (contract) => <Remaining contract={contract} />,
        },
      ]}
    />
  );
}
