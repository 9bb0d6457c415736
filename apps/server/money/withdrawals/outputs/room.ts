import type { OutputChain } from '@candor/chains';
import type { OutputSigner } from '../../../../signer/index.ts';
import type { Trx } from '../../../base/database/index.ts';
import type { FollowingPayments } from '../finality.ts';

/** An output of ours that the chain holds. */
export interface HeldOutput {
  readonly hash: string;
  readonly index: number;
  /** In base units of the chain. */
  readonly amount: bigint;
  /** The deposit address that it lies on, by the last part of its path; null for the hot wallet. */
  readonly addressIndex: number | null;
}

/** Reads the outputs of users' and of the house's addresses that are as deep as their confirmations. */
export type HeldOutputs = (trx: Trx, chain: string) => Promise<readonly HeldOutput[]>;

/** Everything that pays the withdrawals of one chain of outputs. */
export interface OutputDeps {
  readonly adapter: OutputChain;
  readonly signer: Pick<OutputSigner, 'hotAddress' | 'signSpend' | 'signMerge' | 'allowedKeys'>;
  /** Deposits that are credited, and coins of the house. */
  readonly held: readonly HeldOutputs[];
}

export interface OutputRoom extends FollowingPayments, OutputDeps {
  readonly hotAddress: string;
}
