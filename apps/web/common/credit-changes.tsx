import type { CreditChangeRow } from '@candor/api';
import { CREDIT_MEMORY_SECONDS, DAY_SECONDS } from '@candor/rules';
import { DataTable, loneLinkClass, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useCreditChanges } from '../data/index.ts';

/** Every change of the credit score by a loan of the user, newest first, in points before and after. */
export function CreditChanges() {
  const text = useText();
  const format = useFormatters();
  const { query, rows } = useCreditChanges();
  return (
    <div id="credit-changes" className="flex min-w-0 scroll-mt-20 flex-col gap-2 pt-3">
      <h3 className="text-14 font-semibold">{text('account.credit.changes')}</h3>
      <p className="max-w-160 text-13 text-ink-2">
        {text('account.credit.changes.text', { days: CREDIT_MEMORY_SECONDS / DAY_SECONDS })}
      </p>
      <DataTable<CreditChangeRow>
        label={text('account.credit.changes')}
        rows={rows}
        rowKey={({ id }) => id}
        query={query}
        failedTitle={text('account.credit.changes.failed')}
        emptyTitle={text('account.credit.changes.none')}
        emptyText={text('account.credit.changes.none.text')}
        columns={[
          { head: 'account.logins.time', kind: 'time', cell: ({ time }) => format.dateTime(time) },
          {
            head: 'account.credit.change.what',
            card: 'title',
            wraps: true,
            cell: ({ cause, number, applicationId }) => (
              <span className="flex flex-col">
                {text(`account.credit.change.${cause}`, { number: String(number) })}
                <Link
                  to="/loan/order"
                  search={{ id: applicationId }}
                  className={`${loneLinkClass} self-start`}
                >
                  {text('account.credit.change.loan', { number: String(applicationId) })}
                </Link>
              </span>
            ),
          },
          {
            head: 'account.credit.change.before',
            kind: 'figure',
            quiet: true,
            cell: ({ before }) => format.count(before.points),
          },
          {
            head: 'account.credit.change.after',
            kind: 'figure',
            cell: ({ after }) => format.count(after.points),
          },
          {
            head: 'account.credit.change.by',
            kind: 'figure',
            card: 'corner',
            cell: ({ before, after }) => (
              <span className="font-medium">
                {format.difference(String(after.points - before.points), 0)}
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}
