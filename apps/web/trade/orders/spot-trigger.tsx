import type { OwnTrigger } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { TriggerCell } from './trigger-cell.tsx';
import { nextPrice, trailText } from './trigger-condition.ts';

export interface SpotTriggerProps {
  readonly side: 'buy' | 'sell';
  /** Null for a plain order. */
  readonly trigger:
    | (Pick<
        OwnTrigger,
        'kind' | 'source' | 'thresholdPrice' | 'activationPrice' | 'callbackPrice' | 'callbackPercent'
      > &
        Partial<Pick<OwnTrigger, 'retrying'>>)
    | null;
  readonly decimals: number;
  readonly away?: string | undefined;
}

/** The trigger of a waiting or formerly waiting spot order: a price, and the trail of a trailing stop. */
export function SpotTrigger({ side, trigger, decimals, away }: SpotTriggerProps) {
  const format = useFormatters();
  const text = useText();
  if (trigger === null) return format.price(null, decimals);
  const { kind, source, activationPrice } = trigger;
  const trail = kind === 'trailing-stop' ? trailText(format, trigger) : undefined;
  const next = nextPrice(side, trigger);
  return (
    <TriggerCell
      direction={next?.direction ?? null}
      figure={next === null ? (trail ?? format.price(null, decimals)) : format.price(next.price, decimals)}
      trail={next === null ? undefined : trail}
      isActivation={next !== null && trigger.thresholdPrice === null && activationPrice !== null}
      source={source}
      away={trigger.retrying === true ? text('trade.orders.retrying') : away}
    />
  );
}
