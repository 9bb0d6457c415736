import type { OtcOrderDetail, OtcOrderReceipt } from '@candor/api';

type Ended = Extract<OtcOrderReceipt['entries'][number], { readonly kind: 'ended' }>;

/** Returns how an order ended; null while it is open. */
export function endOf({ receipt }: { readonly receipt: Pick<OtcOrderReceipt, 'entries'> }): Ended | null {
  return receipt.entries.find((entry): entry is Ended => entry.kind === 'ended') ?? null;
}

/** Steps of an order that have been taken, of three: ordered, paid, released. */
export function stepsDone({
  state,
  paidTime,
  receipt,
}: Pick<OtcOrderDetail, 'state' | 'paidTime'> & {
  readonly receipt: Pick<OtcOrderReceipt, 'entries'>;
}): number {
  if (state === 'released') return 3;
  if (state === 'resolved' && endOf({ receipt })?.winner === 'buyer') return 3;
  return paidTime === null ? 1 : 2;
}

/** True while the order can still move. */
export const isOpen = ({ state }: Pick<OtcOrderDetail, 'state'>): boolean =>
  state === 'created' || state === 'paid' || state === 'lapsed' || state === 'appealed';
