import type { OperatorSeconds } from '@candor/api';
import type { IntlShape } from 'react-intl';

export type SecondsMarket = OperatorSeconds['markets'][number];

/** The act that an operator is about to do; `market` null is all markets together. */
export type SecondsAct =
  | { readonly kind: 'terms'; readonly market: SecondsMarket }
  | { readonly kind: 'cap' | 'state'; readonly market: SecondsMarket | null }
  | { readonly kind: 'userCap' | 'pool' };

/** Props shared by the parts of the desk. */
export interface PartProps {
  readonly data: OperatorSeconds;
  readonly onAct: (act: SecondsAct) => void;
}

export const SECONDS_KEY = ['seconds'];

/** A period as its language writes it: 30s, 30 s, 30秒. */
export function periodText(intl: IntlShape, seconds: number): string {
  return intl.formatMessage({ id: 'ui.seconds' }, { seconds: intl.formatNumber(seconds) });
}
