import { mayCall, type OperatorMining } from '@candor/api';
import { Button, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole, useOperator } from '../data/session.ts';
import { FundDialog } from '../shell/fund-dialog.tsx';
import { LiveScreen } from '../shell/live-screen.tsx';
import { RowAct } from '../shell/row-act.tsx';
import { Section } from '../shell/section.tsx';
import { TableSection } from '../shell/table-section.tsx';
import { OpenDialog } from './open-dialog.tsx';

const MINING_KEY = ['mining'];
const REFRESH_MS = 5_000;

type MiningPool = OperatorMining['pools'][number];

/** Mining: the first gears, and the pools that pay. Later gears are announced, among the terms of the market. */
export function MiningScreen() {
  const { client } = useConsole();
  const text = useText();
  const [pool, setPool] = useState<MiningPool | null>(null);
  const query = useQuery({
    queryKey: MINING_KEY,
    queryFn: () => client.call('getOperatorMining'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <LiveScreen query={query} failedTitle="console.mining.failed">
      {(data) => (
        <>
          {data.openable.length === 0 ? (
            <Pools data={data} onFund={setPool} />
          ) : (
            <Opening coins={data.openable} />
          )}
          {pool !== null && (
            <FundDialog
              pool={pool}
              practice={data.practice}
              queryKey={MINING_KEY}
              explain={text('console.mining.explainFund')}
              send={(assetId, body, sending) =>
                client.call('fundMining', { params: { assetId }, body }, sending)
              }
              onClose={() => setPool(null)}
            />
          )}
        </>
      )}
    </LiveScreen>
  );
}

/** Mining before its first gears. */
function Opening({ coins }: { readonly coins: OperatorMining['openable'] }) {
  const text = useText();
  const operator = useOperator();
  const [isOpening, setOpening] = useState(false);
  const mayOpen = operator !== null && mayCall(operator.role, 'openMining');
  return (
    <Section title={text('console.earn.pools')}>
      <p className="max-w-180 text-14 text-ink-2">{text('console.mining.noGears')}</p>
      {mayOpen && (
        <Button className="self-start" onClick={() => setOpening(true)}>
          {text('console.mining.open')}
        </Button>
      )}
      {isOpening && <OpenDialog coins={coins} queryKey={MINING_KEY} onClose={() => setOpening(false)} />}
    </Section>
  );
}

interface PoolsProps {
  readonly data: OperatorMining;
  readonly onFund: (pool: MiningPool) => void;
}

function Pools({ data, onFund }: PoolsProps) {
  const text = useText();
  const format = useFormatters();
  return (
    <TableSection<MiningPool>
      title={text('console.earn.pools')}
      note={text('console.mining.note')}
      rows={data.pools}
      rowKey={({ assetId }) => assetId}
      emptyTitle={text('console.earn.noPools')}
      columns={[
        { head: 'console.swap.coin', card: 'title', cell: ({ coin }) => coin },
        { head: 'console.earn.free', kind: 'figure', cell: ({ free }) => format.quantity(free) },
        { head: 'console.mining.owed', kind: 'figure', cell: ({ owed }) => format.quantity(owed) },
        {
          head: 'console.mining.daily',
          kind: 'figure',
          cell: ({ dailyOutput }) => format.quantity(dailyOutput),
        },
        {
          head: 'console.mining.ends',
          kind: 'time',
          cell: ({ endsTime, isEmpty }) => {
            if (isEmpty) return text('console.mining.empty');
            return endsTime === null ? '—' : format.dateTime(endsTime);
          },
        },
        { head: 'console.mining.held', kind: 'figure', cell: ({ held }) => format.quantity(held) },
        {
          head: 'console.mining.holders',
          kind: 'figure',
          quiet: true,
          cell: ({ holders }) => format.quantity(String(holders)),
        },
        {
          head: 'console.shell.actions',
          kind: 'actions',
          cell: (pool) => (
            <RowAct of={pool.coin} label={text('console.earn.fund')} onClick={() => onFund(pool)} />
          ),
        },
      ]}
    />
  );
}
