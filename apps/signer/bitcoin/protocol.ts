import type { BitcoinChainId } from '@candor/chains';
import type { AllowedKey, Approved, DerivedAddress, SignAsset } from '../protocol.ts';

/** The key of an input: the last part of a deposit address's path, or the hot wallet's. */
export type InputKey = number | 'hot';

/** A payment of one withdrawal from outputs. Amounts are decimal strings of satoshi. */
export interface SpendRequest {
  readonly withdrawalNo: number;
  readonly chainId: BitcoinChainId;
  /** Counts the payments of the chain: a signer or server that was restored from a backup shows by it. */
  readonly paymentNo: number;
  readonly to: string;
  readonly asset: SignAsset;
  readonly amount: string;
  /** BIP-174, Base64. Its first output pays the recipient, a second one is change to the hot wallet. */
  readonly psbt: string;
  /** The keys of its inputs, in their order. */
  readonly keys: readonly InputKey[];
  /** Operators' signatures, for a payment above the automatic limits. */
  readonly approved?: Approved;
}

/** Puts coins of the house together. It names no recipient: the only output is the hot wallet's. */
export interface MergeRequest extends Pick<SpendRequest, 'chainId' | 'psbt' | 'keys'> {}

export interface SignedSpend {
  readonly hash: string;
  /** Hex. */
  readonly raw: string;
}

/** Requests to the signer of a chain of outputs. Addresses leave it; keys and extended public keys never do. */
export interface OutputSigner {
  /** The address that gets change. */
  hotAddress(): Promise<string>;
  /** Derives the next deposit addresses. No index is given twice, over restarts too. */
  next(count: number): Promise<readonly DerivedAddress[]>;
  /** The operators' keys that it accepts. Only a command on its machine changes them. */
  allowedKeys(): Promise<readonly AllowedKey[]>;
  /**
   * Signs a payment. The same request gets the same bytes, also after a crash. Another version of it spends all inputs of
   * all earlier ones for a higher fee, so that no two of them can be mined. Throws SignerError.
   */
  signSpend(request: SpendRequest): Promise<SignedSpend>;
  /** Signs a transaction that only puts coins of the house together. Throws SignerError. */
  signMerge(request: MergeRequest): Promise<SignedSpend>;
}
