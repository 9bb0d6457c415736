import type { OtcOrderDetail } from '@candor/api';

type Ended = Extract<OtcOrderDetail['entries'][number], { readonly kind: 'ended' }>;

/** Returns how an order ended; null while it is open. */
export function endOf({ entries }: Pick<OtcOrderDetail, 'entries'>): Ended | null {
  return entries.find((entry): entry is Ended => entry.kind === 'ended') ?? null;
}

/** Steps of an order that have been taken, of three: ordered, paid, released. */
export function stepsDone({
  state,
  paidTime,
  entries,
}: Pick<OtcOrderDetail, 'state' | 'paidTime' | 'entries'>): number {
  if (state === 'released') return 3;
  if (state === 'resolved' && endOf({ entries })?.winner === 'buyer') return 3;
  return paidTime === null ? 1 : 2;
}

/** True while the order can still move. */
export const isOpen = ({ state }: Pick<OtcOrderDetail, 'state'>): boolean =>
  state === 'created' || state === 'paid' || state === 'lapsed' || state === 'appealed';
