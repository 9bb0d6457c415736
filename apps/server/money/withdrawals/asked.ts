import type { WithdrawalRequest } from '@candor/api';
import type { AssetInfo } from '@candor/kernel';

/** A parsed request: the held amount and its destination. */
export interface ReadRequest {
  readonly asset: AssetInfo;
  /** Key of the chain, or `bank`. */
  readonly network: string;
  readonly address: string;
  readonly fee: bigint;
  readonly arrives: bigint;
}

/** The request without the password, which the door checks. */
export type AskedWithdrawal = WithoutPassword<WithdrawalRequest>;
type WithoutPassword<Request> = Request extends object ? Omit<Request, 'fundPassword'> : never;
export type ChainRequest = Exclude<AskedWithdrawal, { readonly method: 'bank' }>;
export type BankRequest = Extract<AskedWithdrawal, { readonly method: 'bank' }>;
