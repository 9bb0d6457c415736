import type { ListingState } from '@candor/api';
import { Badge, type BadgeTone, useText } from '@candor/ui';

const TONES: Readonly<Record<ListingState, BadgeTone>> = {
  draft: 'neutral',
  sent: 'accent',
  asked: 'warn',
  accepted: 'accent',
  rejected: 'warn',
  withdrawn: 'neutral',
};

/** The state of an application as a word. */
export function StateBadge({ state }: { readonly state: ListingState }) {
  const text = useText();
  return <Badge tone={TONES[state]}>{text(`listing.state.${state}`)}</Badge>;
}
