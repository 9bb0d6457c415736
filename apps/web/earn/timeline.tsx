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
  /** Time at which an order ended; left out where it runs. One that ended early says when. */
  readonly endedMs?: number | null;
  /** In a cell of a table. */
  readonly dense?: boolean;
}

/** Returns where a moment stands on the bar, in percent; 0 where it is not known. */
function placeOf(beganMs: number | null, endMs: number | null, atMs: number | null): number {
  return atMs === null || beganMs === null || endMs === null ? 0 : passedPercent(beganMs, endMs, atMs);
}

interface NotesProps extends Pick<TimelineProps, 'endedMs' | 'endMs'> {
  /** Null where no mark stands on the bar. */
  readonly lockedUntilMs: number | null;
}

/** Words for what the bar only draws: its mark, and an end before the due second. */
function Notes({ endMs, endedMs = null, lockedUntilMs }: NotesProps) {
  const text = useText();
  const format = useFormatters();
  const isEarly = endedMs !== null && endMs !== null && endedMs < endMs;
  const noteClass = 'figure flex flex-wrap items-baseline gap-x-1.5 text-12 text-ink-2';
  return (
    <>
      {lockedUntilMs !== null && (
        <span className={noteClass}>
          <span aria-hidden="true" className="h-2 w-0.5 bg-ink-2" />
          <span>{text('earn.redeemable')}</span>
          <span>{format.dateTime(lockedUntilMs)}</span>
        </span>
      )}
      {isEarly && (
        <span className={noteClass}>
          <span>{text('earn.ended')}</span>
          <span>{format.dateTime(endedMs)}</span>
        </span>
      )}
    </>
  );
}

/** An order from its beginning to its due second. All stands in words, the bar is drawn only. */
export function Timeline(props: TimelineProps) {
  const { beganMs, endMs, nowMs, lockedUntilMs = null, endedMs = null, dense = false } = props;
  const text = useText();
  const format = useFormatters();
  const passed = placeOf(beganMs, endMs, nowMs);
  const locked = placeOf(beganMs, endMs, lockedUntilMs);
  const hasMark = locked > 0 && locked < 100;
  const ends = [
    { head: nowMs === null ? 'earn.begins' : 'earn.began', ms: beganMs, end: '' },
    { head: 'earn.matures', ms: endMs, end: 'text-end' },
  ] as const;
  return (
    <span className={dense ? 'flex min-w-64 flex-col gap-1.5' : 'flex flex-col gap-2'}>
      <span aria-hidden="true" className="relative block h-1 rounded-small bg-wash">
        <span className="block h-full rounded-small bg-accent" style={{ width: `${passed}%` }} />
        {hasMark && <span className="absolute -top-0.5 h-2 w-0.5 bg-ink-2" style={{ left: `${locked}%` }} />}
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
      <Notes endMs={endMs} endedMs={endedMs} lockedUntilMs={hasMark ? lockedUntilMs : null} />
    </span>
  );
}
