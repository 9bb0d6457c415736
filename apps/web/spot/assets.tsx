import { hiddenAmount } from '@candor/i18n';
import { CoinIcon, DataTable, useFormatters, useText } from '@candor/ui';
import { useBalances, usePreference } from '../data/index.ts';

/** The user's holdings, live. */
export function Assets() {
  const format = useFormatters();
  const text = useText();
  const balances = useBalances();
  const shown = usePreference('showAllAssets');
  const amount = (value: string) => (shown ? format.quantity(value) : hiddenAmount);
  const held =
    balances === null ? null : [...balances.values()].filter((row) => /[1-9]/.test(row.available + row.held));
  return (
    <DataTable
      inset
      className="h-full"
      label={text('trade.orders.assets')}
      rows={held}
      rowKey={({ assetId }) => assetId}
      emptyTitle={text('trade.assets.none')}
      emptyText={text('trade.assets.noneText')}
      columns={[
        {
          head: 'trade.assets.coin',
          card: 'title',
          cell: ({ asset }) => (
            <span className="inline-flex items-center gap-2">
              <CoinIcon coin={asset} size="small" />
              {asset}
            </span>
          ),
        },
        { head: 'trade.assets.available', kind: 'figure', cell: ({ available }) => amount(available) },
        {
          head: 'trade.assets.held',
          kind: 'figure',
          quiet: true,
          cell: (row) => amount(row.held),
        },
      ]}
    />
  );
}
