import { Refusal } from '../../base/errors/refusal.ts';

/** One order of a user, by its id or by the client's own id. */
export type OrderRef = { readonly orderId: number } | { readonly clientOrderId: string };

/** Reads the order that a call names. @throws Refusal INVALID_INPUT where it names none */
export function orderRefOf({
  id,
  clientOrderId,
}: {
  readonly id?: number | undefined;
  readonly clientOrderId?: string | undefined;
}): OrderRef {
  if (id !== undefined) return { orderId: id };
  if (clientOrderId === undefined) throw new Refusal('INVALID_INPUT', { field: 'id' });
  return { clientOrderId };
}
