import type { MiningGearRow } from '@candor/api';
import { cx, useFormatters } from '@candor/ui';
import { useMiningWords } from './use-words.ts';

const LOWEST_PERCENT = 14;

interface GearStepsProps {
  readonly gears: readonly Pick<MiningGearRow, 'gear' | 'minAmount' | 'dailyPpm'>[];
  /** Number of the gear that is reached; 0 for none. */
  readonly reached: number;
}

/** The gears as a flight of steps, as high as their rates; the one that is reached stands out. Their table says all of it. */
export function GearSteps({ gears, reached }: GearStepsProps) {
  const format = useFormatters();
  const { rate } = useMiningWords();
  const highest = Math.max(1, ...gears.map(({ dailyPpm }) => dailyPpm));
  return (
    <div aria-hidden="true" className="flex h-36 items-end gap-1.5 border-b">
      {gears.map(({ gear, minAmount, dailyPpm }) => (
        <div key={gear} className="flex h-full min-w-0 flex-1 flex-col justify-end gap-1">
          <span
            className={cx(
              'figure truncate text-center text-12',
              gear === reached ? 'font-semibold text-ink' : 'text-ink-3',
            )}
          >
            {rate(dailyPpm)}
          </span>
          <span
            className={cx(
              'flex items-end justify-center rounded-t-small pb-1 transition-colors',
              gear === reached ? 'bg-accent' : gear < reached ? 'bg-accent-tint' : 'bg-wash',
            )}
            style={{ height: `${LOWEST_PERCENT + (dailyPpm / highest) * (70 - LOWEST_PERCENT)}%` }}
          >
            <span className={cx('figure text-12', gear === reached ? 'text-on-accent' : 'text-ink-2')}>
              {format.quantity(minAmount)}
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}
