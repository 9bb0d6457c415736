import { DataTable, networkNameOf, useFormatters, useText } from '@candor/ui';
import { useUnlistedTokens } from '../../data/index.ts';

/** Tokens that strangers may have sent, apart from the deposits; nothing where there are none. */
export function UnlistedTokens() {
  const text = useText();
  const format = useFormatters();
  const { data } = useUnlistedTokens();
  if (data === undefined || data.length === 0) return null;
  return (
    <section className="flex flex-col gap-3 pt-4">
      <h2 className="text-16 font-semibold">{text('deposit.unlisted')}</h2>
      <p className="max-w-180 text-13 text-ink-2">{text('deposit.unlisted.text')}</p>
      <DataTable
        label={text('deposit.unlisted')}
        density="roomy"
        rows={data}
        rowKey={({ network, contract }) => `${network} ${contract}`}
        emptyTitle={text('deposit.history.none')}
        columns={[
          { head: 'deposit.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
          {
            head: 'deposit.contract',
            card: 'title',
            wraps: true,
            cell: ({ contract }) => <span className="wrap-anywhere select-all">{contract}</span>,
          },
          {
            head: 'deposit.network',
            quiet: true,
            wraps: true,
            cell: (row) => networkNameOf(text, row.network),
          },
          {
            head: 'deposit.blocks.transfers',
            kind: 'figure',
            card: 'corner',
            cell: ({ transfers }) => format.quantity(String(transfers)),
          },
        ]}
      />
    </section>
  );
}
