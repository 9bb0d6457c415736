import type { DelistedReason, RechargeMethod, RechargeRejection } from '@candor/api';
import type { NodeState } from '@candor/chains';
import type { Generated } from 'kysely';

export interface DepositsSchema {
  /** The chain as it was read: its newest row is the cursor. */
  'deposits.block': {
    chain: string;
    number: number;
    hash: string;
    parent_hash: string;
    time_ms: string | number;
    transfers: number;
  };
  /** An index of BIP-44 is reserved by its row forever. */
  'deposits.address': {
    chain: string;
    derivation_index: string | number;
    address: string;
    /** The run that derived it: what an earlier run left over is never given out. */
    batch: string;
    user_id: string | number | null;
    assigned_at: Date | null;
  };
  /** A chain that a process of this exchange follows. */
  'deposits.follower': {
    chain: string;
    /** Addresses are given out of this batch. */
    batch: string;
    /** When the chain was last read up to its head. */
    read_at: Date;
    /** Address of a practice node for users' own wallets; null where there is none. */
    node: string | null;
  };
  /** How each of several nodes of a chain answers. */
  'deposits.node': {
    chain: string;
    /** Its place among the configured ones, from 1 on. */
    node: number;
    state: NodeState;
    since: Date;
    /** How often it answered otherwise than two others since the process of the chains began. */
    contradictions: number;
  };
  'deposits.deposit': {
    deposit_no: Generated<string | number>;
    chain: string;
    transaction_hash: string;
    ordinal: number;
    user_id: string | number;
    address: string;
    sender: string;
    contract: string | null;
    /** The ledger's code. */
    coin: string;
    /** In base units of the chain. */
    amount: string;
    decimals: number | null;
    confirmations_needed: number;
    /** True for a large amount, which waits for finality where its chain has it. */
    is_large: boolean;
    block_number: number;
    block_hash: string;
    state: DepositState;
    /** In base units of the ledger, with earlier dust; null until it is confirmed. */
    credited: string | bigint | null;
    /** How often the chain took it back after it was credited. */
    turn: Generated<number>;
    /** Amount with which it is in a block again after it was taken back, in base units of the chain; else null. */
    returned_amount: string | null;
    /** Part of what is credited that stands, where it returned with less; in base units of the ledger. */
    remaining: string | bigint | null;
    seen_at: Generated<Date>;
    ended_at: Date | null;
  };
  /**
   * Payments to users that no block has yet, as a node's pool shows them: nothing of them is credited. Their numbers are of the
   * one sequence of deposits, and a deposit keeps its own.
   */
  'deposits.pooled': {
    deposit_no: Generated<string | number>;
    chain: string;
    transaction_hash: string;
    ordinal: number;
    user_id: string | number;
    address: string;
    coin: string | null;
    amount: string;
    decimals: number | null;
    confirmations_needed: number;
    is_large: boolean;
    seen_at: Generated<Date>;
  };
  /** Coins that the process of the chains found to be otherwise than they are listed: they are listed no longer. */
  'deposits.delisted': {
    chain: string;
    coin: string;
    contract: string;
    decimals: number;
    reason: DelistedReason;
    since: Generated<Date>;
  };
  /** Transfers of one token that is not listed, in one transaction to one user: so many rows a block, and no more. */
  'deposits.unlisted': {
    unlisted_no: Generated<string | number>;
    chain: string;
    block_number: number;
    block_hash: string;
    transaction_hash: string;
    contract: string;
    user_id: string | number;
    address: string;
    /** Sender and amount of the last transfer. */
    sender: string;
    transfers: number;
    amount: string;
    seen_at: Generated<Date>;
  };
  /** Blocks with more of them than got rows, and how many more. */
  'deposits.unlisted_rest': {
    chain: string;
    block_number: number;
    block_hash: string;
    transfers: number;
  };
  /** Tokens whose transfers are deposits since an earlier start. */
  'deposits.listed_token': {
    chain: string;
    contract: string;
  };
  /** Blocks that are read again for a token that was listed after them. */
  'deposits.unlisted_reread': {
    chain: string;
    contract: string;
    block_number: number;
    block_hash: string;
    /** When the node could not answer for it; null before it was asked. */
    tried_at: Date | null;
  };
  /** Dust: confirmed deposits of one asset minus the credited part, in base units of the chain. */
  'deposits.dust': {
    chain: string;
    user_id: string | number;
    coin: string;
    amount: string;
  };
  /** Transactions of the house's own, such as gas for sweeps: they are never deposits. */
  'deposits.house_transaction': {
    chain: string;
    transaction_hash: string;
  };
  /** Paid by a bank or otherwise, and reviewed by operators. Its numbers are of the one sequence of deposits. */
  'deposits.recharge': {
    recharge_no: Generated<string | number>;
    user_id: string | number;
    /** The idempotency key of the submission. */
    key: string;
    method: RechargeMethod;
    /** Key of the account paid to; null for one that was paid otherwise. */
    bank: string | null;
    coin: string;
    asset_id: number;
    /** In base units of the ledger. */
    amount: string | bigint;
    note: string;
    screenshot: string;
    /** The picture's difference hash, by which the same screenshot is found again. */
    fingerprint: string | null;
    state: RechargeState;
    reason: RechargeRejection | null;
    /** Approvals that it needs: one, or two above the limit. */
    eyes: number;
    /** Counts the reviews; an earlier one is not decided any more. */
    review_round: Generated<number>;
    /** The operator of the first of two approvals. */
    first_approver: string | number | null;
    first_name: string | null;
    submitted_at: Date;
    ended_at: Date | null;
  };
  'deposits.faucet_payment': {
    payment_no: Generated<string | number>;
    chain: string;
    user_id: string | number;
    key: string;
    coin: string;
    amount: string;
    address: string;
    nonce: number | null;
    raw_transaction: string | null;
    transaction_hash: string | null;
    requested_at: Generated<Date>;
    /** When its recipient was found to refuse it; it is never paid. */
    refused_at: Date | null;
  };
}

/** `approved`: its credit is promised. */
export type RechargeState = 'review' | 'approved' | 'rejected';

/**
 * - `seen`: in a block, not confirmed.
 * - `credited`: confirmed and credited by one command.
 * - `dust`: confirmed, and under the minimum together with earlier dust.
 * - `gone`: its block left the chain before it was confirmed.
 * - `taken-back`: its block left the chain after it was credited. What is free of it is held; it stands again if the chain
 *   takes its transaction again, else two operators reverse it.
 * - `returned`: taken back, and in a block again, not confirmed.
 * - `reduced`: taken back, and confirmed again with a smaller amount: two operators reverse the difference.
 * - `reversed`: taken back, and the ledger too.
 * - `unlisted`: an amount that no ledger holds. Support sees it.
 */
export type DepositState =
  | 'seen'
  | 'credited'
  | 'dust'
  | 'gone'
  | 'taken-back'
  | 'returned'
  | 'reduced'
  | 'reversed'
  | 'unlisted';

/** The channel that tells the process of the chains that somebody wants an address or practice coins. */
export const DEPOSITS_CHANNEL = 'candor_deposits';
