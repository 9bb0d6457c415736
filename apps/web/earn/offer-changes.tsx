import type { OfferChangeRow } from '@candor/api';
import { DataTable, type RecordQuery, useFormatters, useText } from '@candor/ui';

interface OfferChangesProps {
  readonly query: RecordQuery;
  /** Null while they are on the way. */
  readonly changes: readonly OfferChangeRow[] | null;
  /** The name of an offer by its number; undefined where it is not listed. */
  readonly nameOf: (offerId: number) => string | undefined;
}

/** Lists what the operators added and closed, from when on it holds, and why. */
export function OfferChanges({ query, changes, nameOf }: OfferChangesProps) {
  const text = useText();
  const format = useFormatters();
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('earn.changes')}</h2>
      <p className="max-w-180 text-14 text-ink-2">{text('earn.changes.text')}</p>
      <DataTable<OfferChangeRow>
        label={text('earn.changes')}
        skeletons={2}
        rows={changes}
        rowKey={({ seq, offerId, kind }) => `${seq} ${offerId} ${kind}`}
        query={query}
        failedTitle={text('earn.changes.notLoaded')}
        emptyTitle={text('earn.changes.none')}
        columns={[
          { head: 'earn.entry.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
          {
            head: 'earn.change.offer',
            card: 'title',
            wraps: true,
            cell: ({ offerId }) => nameOf(offerId) ?? text('earn.change.number', { number: String(offerId) }),
          },
          { head: 'earn.status', card: 'corner', cell: ({ kind }) => text(`earn.change.${kind}`) },
          {
            head: 'earn.change.effective',
            cell: ({ effectiveTime }) => <span className="figure">{format.dateTime(effectiveTime)}</span>,
          },
          {
            head: 'earn.entry.reason',
            card: 'line',
            quiet: true,
            wraps: true,
            cell: ({ reason }) => reason,
          },
        ]}
      />
    </section>
  );
}
