import { DataTable, useFormatters, useText } from '@candor/ui';
import { usePracticeBlocks } from '../../data/index.ts';

const SHOWN = 6;

/** The newest blocks of the practice chain, and the address of its node for the user's own wallet. */
export function PracticeBlocks() {
  const text = useText();
  const format = useFormatters();
  const query = usePracticeBlocks();
  const node = query.data?.node ?? null;
  return (
    <div className="flex flex-col gap-4">
      <h2 className="text-16 font-semibold">{text('deposit.blocks.title')}</h2>
      <DataTable
        label={text('deposit.blocks.title')}
        rows={query.data?.list.slice(0, SHOWN) ?? null}
        rowKey={({ hash }) => hash}
        query={query}
        stacks={false}
        skeletons={SHOWN}
        emptyTitle={text('deposit.blocks.none')}
        columns={[
          { head: 'deposit.blocks.number', kind: 'figure', cell: ({ number }) => String(number) },
          { head: 'deposit.time', kind: 'time', cell: ({ time }) => format.time(time) },
          { head: 'deposit.blocks.transfers', kind: 'figure', cell: ({ transfers }) => String(transfers) },
          {
            head: 'deposit.blocks.hash',
            quiet: true,
            cell: ({ hash }) => `${hash.slice(0, 6)}…${hash.slice(-4)}`,
          },
        ]}
      />
      {node !== null && (
        <p className="text-13 text-ink-2">
          {text('deposit.practice.node')} <span className="figure text-ink select-all">{node}</span>
        </p>
      )}
    </div>
  );
}
