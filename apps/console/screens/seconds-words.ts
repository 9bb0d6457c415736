import type { OperatorSeconds } from '@candor/contract';
import type { IntlShape } from 'react-intl';

export type SecondsMarket = OperatorSeconds['markets'][number];

export const SECONDS_KEY = ['seconds'];

/** A period as its language writes it: 30s, 30 s, 30秒. */
export function periodText(intl: IntlShape, seconds: number): string {
  return intl.formatMessage({ id: 'trade.sec.seconds' }, { seconds: intl.formatNumber(seconds) });
}
