import { useFormatters, useText } from '@candor/ui';
import { passedPercent } from './order-figures.ts';

interface TimelineProps {
  /** Null while the time is not known. */
  readonly beganMs: number | null;
  readonly endMs: number | null;
  /** Server's time; null for an order that has not begun. */
  readonly nowMs: number | null;
  /** End of the locked days, as a mark on the bar; left out where none are. */
  readonly lockedUntilMs?: number | null;
  /** In a cell of a table. */
  readonly dense?: boolean;
}

/** An order from its beginning to its due second. The ends stand in words, the bar is drawn only. */
export function Timeline({ beganMs, endMs, nowMs, lockedUntilMs = null, dense = false }: TimelineProps) {
  const text = useText();
  const format = useFormatters();
  const passed =
    nowMs === null || beganMs === null || endMs === null ? 0 : passedPercent(beganMs, endMs, nowMs);
  const locked =
    lockedUntilMs === null || beganMs === null || endMs === null
      ? 0
      : passedPercent(beganMs, endMs, lockedUntilMs);
  const ends = [
    { head: nowMs === null ? 'earn.begins' : 'earn.began', ms: beganMs, end: '' },
    { head: 'earn.matures', ms: endMs, end: 'text-end' },
  ] as const;
  return (
    <span className={dense ? 'flex min-w-64 flex-col gap-1.5' : 'flex flex-col gap-2'}>
      <span aria-hidden="true" className="relative block h-1 rounded-small bg-wash">
        <span className="block h-full rounded-small bg-accent" style={{ width: `${passed}%` }} />
        {locked > 0 && locked < 100 && (
          <span className="absolute -top-0.5 h-2 w-0.5 bg-ink-2" style={{ left: `${locked}%` }} />
        )}
        {!dense &&
          [0, 100].map((at) => (
            <span
              key={at}
              className="absolute top-1/2 size-2.5 -translate-1/2 rounded-full border-2 border-accent bg-paper"
              style={{ left: at === 0 ? '5px' : 'calc(100% - 5px)' }}
            />
          ))}
      </span>
      <span className="flex justify-between gap-6">
        {ends.map(({ head, ms, end }) => (
          <span key={head} className={`flex flex-col ${end}`}>
            <span className={dense ? 'sr-only' : 'text-12 text-ink-3'}>{text(head)}</span>
            <span className={`figure ${dense ? 'text-12 text-ink-2' : 'text-14 font-medium'}`}>
              {format.dateTime(ms)}
            </span>
          </span>
        ))}
      </span>
    </span>
  );
}
