import { DataTable, loneLinkClass, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useMasked } from '../common/eye.tsx';
import { useMiningAccount } from '../data/index.ts';
import { type MinedRow, minedRows } from './mined-rows.ts';
import { useMiningWords } from './use-words.ts';

/** The user's coins in DeFi mining as a part of the earn assets. */
export function MinedCoins() {
  const text = useText();
  const masked = useMasked();
  const { coins } = useMiningWords();
  const query = useMiningAccount();
  return (
    <>
      <DataTable<MinedRow>
        label={text('defi.title')}
        density="roomy"
        skeletons={2}
        rows={query.data === undefined ? null : minedRows(query.data)}
        rowKey={({ coin }) => coin}
        query={query}
        failedTitle={text('defi.node.notLoaded')}
        emptyTitle={text('defi.assets.none')}
        emptyText={text('defi.assets.none.text')}
        emptyAction={
          <Link to="/defis/index" className={loneLinkClass}>
            {text('defi.toGears')}
          </Link>
        }
        columns={[
          {
            head: 'defi.coin',
            card: 'title',
            cell: ({ coin }) => <span className="font-semibold">{coin}</span>,
          },
          {
            head: 'defi.held',
            kind: 'figure',
            cell: ({ held, coin }) => <span className="font-medium">{masked(coins(held, coin))}</span>,
          },
          {
            head: 'defi.accrued',
            kind: 'figure',
            cell: ({ accrued, coin }) => masked(coins(accrued, coin)),
          },
          {
            head: 'defi.rewards',
            kind: 'figure',
            quiet: true,
            cell: ({ rewards, coin }) => masked(coins(rewards, coin)),
          },
        ]}
      />
      <Link to="/defis/details" className={`${loneLinkClass} self-start text-14`}>
        {text('defi.node')}
      </Link>
    </>
  );
}
