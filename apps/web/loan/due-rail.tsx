import type { LoanDetail } from '@candor/api';
import { cx, useFormatters, useText } from '@candor/ui';
import { useKnownNow } from '../common/use-now.ts';
import { passedPercent } from '../earn/order-figures.ts';

/** A loan from its payout to its last due date, with a mark for each. The dates stand in the table, the rail is drawn. */
export function DueRail({ detail }: { readonly detail: LoanDetail }) {
  const text = useText();
  const format = useFormatters();
  const now = useKnownNow();
  const { beginDate, agreed, settledTime, loan } = detail;
  const end = agreed.at(-1)?.dueTime;
  if (beginDate === null || end === undefined) return null;
  const open = new Set(loan?.due.map(({ number }) => number));
  const at = settledTime ?? now ?? beginDate;
  const passed = passedPercent(beginDate, end, at);
  return (
    <div className="flex flex-col gap-2">
      <span aria-hidden="true" className="relative mx-1.5 block h-1 rounded-small bg-wash">
        <span className="block h-full rounded-small bg-accent" style={{ width: `${passed}%` }} />
        {[{ number: 0, dueTime: beginDate }, ...agreed].map(({ number, dueTime }) => {
          const isPast = dueTime <= at;
          return (
            <span
              key={number}
              className={cx(
                'absolute top-1/2 size-3 -translate-1/2 rounded-full border-2',
                open.has(number)
                  ? 'border-warn bg-warn'
                  : isPast
                    ? 'border-accent bg-accent'
                    : 'border-edge bg-paper',
              )}
              style={{ left: `${passedPercent(beginDate, end, dueTime)}%` }}
            />
          );
        })}
      </span>
      <span className="flex justify-between gap-6">
        {(
          [
            ['loan.entry.paidOut.own', beginDate, ''],
            ['loan.lastDue', end, 'text-end'],
          ] as const
        ).map(([head, ms, side]) => (
          <span key={head} className={`flex flex-col ${side}`}>
            <span className="text-12 text-ink-3">{text(head)}</span>
            <span className="figure text-14 font-medium">{format.dateTime(ms)}</span>
          </span>
        ))}
      </span>
    </div>
  );
}
