import type { ChainCall } from '../port.ts';

/** Calldata of `join()`: its selector, and nothing more. */
export const JOIN_DATA = '0xb688a363';
/** keccak256 of Joined(address). */
const JOINED = '0x7073afa60b48e833a1a66ebb442bc8e0d19e9f3cc05f34bdcd1da22c8d87f275';
/** Begins the code of an account that delegated it, by EIP-7702. */
const DELEGATION = '0xef0100';

/** Calls by which an owner lets somebody else move or vote with what is theirs, and calls that move it at once. */
const APPROVALS: ReadonlySet<string> = new Set([
  // approve, approveAndCall (both), approve of Permit2
  '0x095ea7b3',
  '0xcae9ca51',
  '0x3177029f',
  '0x87517c45',
  // increaseAllowance, decreaseAllowance, increaseApproval, setApprovalForAll
  '0x39509351',
  '0xa457c2d7',
  '0xd73dd623',
  '0xa22cb465',
  // permit of EIP-2612, of DAI and with bytes; of Permit2 for one and for many; permitForAll
  '0xd505accf',
  '0x8fcbaf0c',
  '0x9fd5a6cf',
  '0x2b67b570',
  '0x2a2d80d1',
  '0xfd904672',
  // delegate, approveDelegation, authorizeOperator
  '0x5c19a95c',
  '0xc04a8a10',
  '0x959b8c3f',
]);
const SELECTOR_LENGTH = 10;

/** Why a transaction is no join. */
export type JoinFault =
  | 'approval'
  | 'delegates'
  | 'delegated'
  | 'contract'
  | 'kind'
  | 'chain'
  | 'sender'
  | 'registry'
  | 'value'
  | 'call'
  | 'failed'
  | 'event';

/** Facts that a join is measured by. Addresses are normalised. */
export interface ExpectedJoin {
  readonly chainId: number;
  readonly registry: string;
  /** The linked wallet. */
  readonly account: string;
  /** Code at the linked wallet's address in the newest block; 0x for none. */
  readonly code: string;
}

const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

/** True for an account that delegated its code, by EIP-7702. */
export const isDelegated = (code: string): boolean => code.toLowerCase().startsWith(DELEGATION);

/**
 * Returns why a transaction is no call of `join()` by the linked wallet, and null for one that is. Nothing is allowed but what is
 * named: one kind of call, to one contract, with no value. A transaction that no block has yet is measured by itself.
 */
export function joinFault(
  call: ChainCall,
  { chainId, registry, account, code }: ExpectedJoin,
): JoinFault | null {
  if (call.kind === 'delegating') return 'delegates';
  // named before all else, for its owner has to undo it
  if (APPROVALS.has(call.data.slice(0, SELECTOR_LENGTH).toLowerCase())) return 'approval';
  if (call.kind === 'other') return 'kind';
  if (call.chainId !== chainId) return 'chain';
  if (!same(call.from, account)) return 'sender';
  if (isDelegated(code)) return 'delegated';
  if (code !== '0x') return 'contract';
  if (call.to === null || !same(call.to, registry)) return 'registry';
  if (call.value !== 0n) return 'value';
  if (call.data.toLowerCase() !== JOIN_DATA) return 'call';
  if (call.included === null) return null;
  if (!call.included.succeeded) return 'failed';
  const topic = `0x${account.slice(2).toLowerCase().padStart(64, '0')}`;
  const [log, ...more] = call.included.logs;
  const isJoined =
    log !== undefined &&
    more.length === 0 &&
    same(log.contract, registry) &&
    log.data === '0x' &&
    log.topics.length === 2 &&
    same(log.topics[0]!, JOINED) &&
    same(log.topics[1]!, topic);
  return isJoined ? null : 'event';
}
