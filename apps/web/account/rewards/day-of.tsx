import { Badge, useFormatters, useText } from '@candor/ui';

/** A UTC day; the one that runs is marked, as its sums still grow. */
export function DayOf({ day, isRunning }: { readonly day: number; readonly isRunning: boolean }) {
  const text = useText();
  const format = useFormatters();
  if (!isRunning) return format.day(day);
  return (
    <span className="inline-flex items-center gap-2">
      {format.day(day)}
      <Badge tone="neutral">{text('rewards.day.running')}</Badge>
    </span>
  );
}
