import type { WithdrawalRow } from '@candor/api';
import type { Text } from '@candor/ui';

/** The words of a withdrawal's state: while it is on the chain, its confirmations. */
export function stateOf(text: Text, { state, confirmations, confirmationsNeeded }: WithdrawalRow): string {
  return state === 'broadcast' && confirmations > 0
    ? text('deposit.state.confirming', { count: confirmations, needed: confirmationsNeeded })
    : text(`withdraw.state.${state}`);
}
