import type { OtcOrderRow } from '@candor/api';
import { Badge, type BadgeTone, useText } from '@candor/ui';

type State = OtcOrderRow['state'];

const tones: Readonly<Record<State, BadgeTone>> = {
  created: 'accent',
  paid: 'accent',
  lapsed: 'warn',
  appealed: 'warn',
  released: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
  resolved: 'neutral',
};

/** State of an order in a word. */
export function OtcStateBadge({ state }: { readonly state: State }) {
  const text = useText();
  return <Badge tone={tones[state]}>{text(`otc.state.${state}`)}</Badge>;
}
