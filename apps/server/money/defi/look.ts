import type { ErrorKey } from '@candor/api';
import {
  type AccountChain,
  JOIN_REGISTRY_ADDRESS,
  JOIN_REGISTRY_RUNTIME,
  type JoinFault,
  joinFault,
} from '@candor/chains';

const REASONS = {
  approval: 'APPROVALS_NEVER_ASKED',
  delegates: 'WALLET_DELEGATED',
  delegated: 'WALLET_DELEGATED',
  contract: 'JOIN_CONTRACT_WALLET',
  kind: 'JOIN_OTHER_CALL',
  chain: 'JOIN_WRONG_CHAIN',
  sender: 'JOIN_WRONG_SENDER',
  registry: 'JOIN_WRONG_CONTRACT',
  value: 'JOIN_SENDS_VALUE',
  call: 'JOIN_OTHER_CALL',
  failed: 'JOIN_FAILED',
  event: 'JOIN_FAILED',
} as const satisfies Record<JoinFault, ErrorKey>;

/** The error that says why a call is no join. */
export type JoinReason = (typeof REASONS)[JoinFault] | 'JOIN_NOT_FOUND' | 'JOIN_TAKEN_BACK';

/** A call as it stands on the chain: why it is no join, or how many blocks confirm it; 0 while none holds it. */
export type JoinLook =
  | { readonly state: 'refused'; readonly reason: JoinReason }
  | { readonly state: 'seen'; readonly confirmations: number };

type Node = Pick<AccountChain, 'chainId' | 'callOf' | 'codeAt'>;

/** Looks at a transaction that is to be a call of `join()` by an account. @throws ChainError */
export async function lookAtJoin(node: Node, hash: string, account: string): Promise<JoinLook> {
  const call = await node.callOf(hash);
  if (call === null) return { state: 'refused', reason: 'JOIN_NOT_FOUND' };
  const code = await node.codeAt(account);
  const fault = joinFault(call, { chainId: node.chainId, registry: JOIN_REGISTRY_ADDRESS, account, code });
  if (fault !== null) return { state: 'refused', reason: REASONS[fault] };
  return { state: 'seen', confirmations: call.included?.confirmations ?? 0 };
}

/** True where the code of the published source stands at the registry's address. @throws ChainError */
export async function isRegistryThere(node: Pick<AccountChain, 'codeAt'>): Promise<boolean> {
  return (await node.codeAt(JOIN_REGISTRY_ADDRESS)).toLowerCase() === JOIN_REGISTRY_RUNTIME;
}
