import type { ErrorKey, FourEyesName } from '@candor/api';
import type { Command, RejectionCode } from '@candor/kernel';
import type { Trx } from '../../base/database/index.ts';
import type { Operator } from './operator-types.ts';

/** Details of an act by their declared names. */
export type ActDetails = Readonly<Record<string, string>>;

/** The effect of an approval. */
export type FourEyesEffect =
  /** A command, which the kernel gets once. */
  | {
      /** A command that names who approved it is made with the approver. */
      readonly command: Command | ((approver: Operator) => Command);
      readonly errorOf?: (rejection: RejectionCode) => ErrorKey;
      /** Rows that the approval writes beside the command, in its transaction; `reason` is the proposer's. */
      readonly beside?: (trx: Trx, approver: Operator, reason: string) => Promise<void>;
    }
  /** An act on tables, in the transaction of the approval. `key` is the key of the proposal. */
  | { readonly within: (trx: Trx, key: string) => Promise<void> };

/** Reads and does an act that waits for a second operator, from the payload that its proposal holds. */
export interface FourEyesAct {
  /**
   * The act's details as they stand now: the left side of the diff. Approval is refused when they are others than at
   * the proposal. Null where nothing is replaced.
   */
  readonly before: (payload: string) => Promise<ActDetails | null>;
  readonly effect: (payload: string) => FourEyesEffect;
}

/** One for every act with `eyes: 4`: one that is missing is a type error. */
export type FourEyesActs<Names extends FourEyesName = FourEyesName> = {
  readonly [Name in Names]: FourEyesAct;
};
