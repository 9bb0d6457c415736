import type { OwnOrder } from '@candor/api';

export type ShownType =
  | 'limit'
  | 'market'
  | 'stop-limit'
  | 'stop-market'
  | 'take-profit-limit'
  | 'take-profit-market'
  | 'trailing-stop';

/** An order's type as traders name it. */
export function shownType(
  type: 'limit' | 'market',
  trigger: { readonly kind: NonNullable<OwnOrder['trigger']>['kind'] } | null,
): ShownType {
  if (trigger === null) return type;
  return trigger.kind === 'trailing-stop' ? trigger.kind : `${trigger.kind}-${type}`;
}
