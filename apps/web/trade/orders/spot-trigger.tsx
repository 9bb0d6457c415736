import type { OwnTrigger } from '@candor/contract';
import { useFormatters } from '@candor/ui';
import { TriggerCell } from './trigger-cell.tsx';
import { directionOfTrigger, trailText } from './trigger-condition.ts';

export interface SpotTriggerProps {
  readonly side: 'buy' | 'sell';
  /** Null for a plain order. */
  readonly trigger: Pick<
    OwnTrigger,
    'kind' | 'source' | 'thresholdPrice' | 'callbackPrice' | 'callbackPercent'
  > | null;
  readonly decimals: number;
  readonly away?: string | undefined;
}

/** The trigger of a waiting or formerly waiting spot order: a price, and the trail of a trailing stop. */
export function SpotTrigger({ side, trigger, decimals, away }: SpotTriggerProps) {
  const format = useFormatters();
  if (trigger === null) return format.price(null, decimals);
  const { kind, source, thresholdPrice } = trigger;
  const threshold = format.price(thresholdPrice, decimals);
  const trail = kind === 'trailing-stop' ? trailText(format, trigger) : undefined;
  // A trailing stop has no price before it follows.
  const isKnown = thresholdPrice !== null || trail === undefined;
  return (
    <TriggerCell
      direction={isKnown ? directionOfTrigger(side, kind) : null}
      figure={isKnown ? threshold : trail}
      trail={isKnown ? trail : undefined}
      source={source}
      away={away}
    />
  );
}
