import type { WithdrawalRow } from '@candor/api';
import type { Text } from '@candor/ui';

/** The words of a withdrawal's state: while it is on the chain, its confirmations. */
export function stateOf(text: Text, row: WithdrawalRow): string {
  const { state, confirmations, confirmationsNeeded } = row;
  return state === 'broadcast' && confirmations > 0
    ? text('deposit.state.confirming', { count: confirmations, needed: confirmationsNeeded })
    : stateName(text, row, state);
}

/** The name of a state. What a chain signs, a bank pays. */
export function stateName(
  text: Text,
  { method }: Pick<WithdrawalRow, 'method'>,
  state: WithdrawalRow['state'],
): string {
  return method === 'bank' && state === 'signing'
    ? text('withdraw.state.paying')
    : text(`withdraw.state.${state}`);
}
