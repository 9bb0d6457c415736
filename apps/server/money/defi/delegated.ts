import { type AccountChain, isDelegated } from '@candor/chains';
import type { CoreLink } from '../../engine/core/index.ts';
import type { PayerDeps } from '../withdrawals/index.ts';

export interface DelegatedDeps {
  readonly core: Pick<CoreLink, 'ask'>;
  readonly node: Pick<AccountChain, 'codeAt'>;
}

/**
 * Looks at linked wallets right before rewards are paid to them. The code of a wallet that was delegated (EIP-7702) between the
 * request and the payment could hand the coins to somebody else. Throws ChainError while the node does not answer.
 */
export function findDelegated({ core, node }: DelegatedDeps): NonNullable<PayerDeps['delegated']> {
  return async (withdrawals) => {
    const found = new Set<number>();
    if (withdrawals.length === 0) return found;
    const rewards = new Set(
      await core.ask(
        'rewardWithdrawals',
        withdrawals.map(({ withdrawalNo, userId }) => ({ withdrawalNo, userId })),
      ),
    );
    for (const { withdrawalNo, address } of withdrawals)
      if (rewards.has(withdrawalNo) && isDelegated(await node.codeAt(address))) found.add(withdrawalNo);
    return found;
  };
}
