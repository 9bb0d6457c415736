import { useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { distancePercent } from './trigger-condition.ts';

/** Words for how far a trigger is from the price that fires it, such as "0.32% away"; undefined while unknown. */
export function useAway(): (trigger: string | null, now: string | null) => string | undefined {
  const intl = useIntl();
  const format = useFormatters();
  return (trigger, now) => {
    const percent = distancePercent(trigger, now);
    if (percent === null) return undefined;
    return intl.formatMessage({ id: 'trade.trigger.away' }, { percent: format.percent(percent) });
  };
}
