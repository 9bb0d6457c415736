import { cx, useFormatters, useText } from '@candor/ui';
import { countdownText } from '../common/countdown.tsx';
import { useKnowsTime, useSecondsUntil } from '../common/use-now.ts';

const HOUR_S = 3_600;
const HURRY_S = 120;
/** From here on a time without its day would be read as today's. */
const LONG_S = 12 * HOUR_S;

/** The time until a moment, by the server's clock: minutes and seconds, hours before them where there are some. */
export function Clock({ untilMs }: { readonly untilMs: number }) {
  const seconds = useSecondsUntil(untilMs);
  if (!useKnowsTime()) return <>--:--</>;
  const whole = countdownText(seconds);
  return <>{seconds < HOUR_S ? whole.slice(3) : whole}</>;
}

interface OrderClockProps {
  readonly untilMs: number;
  /** Event that comes then, in words. */
  readonly label: string;
}

/** The clock of an order's state, large, with what comes at its end and when that is. */
export function OrderClock({ untilMs, label }: OrderClockProps) {
  const text = useText();
  const format = useFormatters();
  const seconds = useSecondsUntil(untilMs);
  return (
    <div className="flex flex-col items-start gap-0.5 sm:items-end">
      <span className="text-12 text-ink-2">{label}</span>
      <span
        role="timer"
        className={cx(
          'figure text-28 leading-none font-semibold',
          seconds < HURRY_S ? 'text-warn' : 'text-ink',
        )}
      >
        <Clock untilMs={untilMs} />
      </span>
      <span className="text-12 text-ink-3">
        {seconds < LONG_S ? text('otc.clock.at', { time: format.time(untilMs) }) : format.dateTime(untilMs)}
      </span>
    </div>
  );
}
