/** Asset of a payment as the signer knows it: it builds the transaction itself, from these words alone. */
export interface SignAsset {
  readonly code: string;
  /** The token's contract; null for the chain's own coin. */
  readonly contract: string | null;
}

/** A payment of one withdrawal. Amounts are decimal strings of base units of the chain. */
export interface SignRequest {
  readonly withdrawalNo: number;
  readonly chainId: number;
  readonly nonce: number;
  readonly to: string;
  readonly asset: SignAsset;
  readonly amount: string;
  readonly gas: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
  /** Signatures of two operators over `approvalText`, for what is above the automatic limit. */
  readonly approvals?: readonly Approval[];
}

export interface Approval {
  readonly operator: string;
  /** Ed25519, base64url. */
  readonly signature: string;
}

export interface Signed {
  readonly hash: `0x${string}`;
  readonly raw: `0x${string}`;
}

/** Why the signer refuses. Nothing is bound or signed then, unless the code says `BOUND_OTHERWISE`. */
export type SignerRefusal =
  /** The chain is not on the signer's list. */
  | 'CHAIN_NOT_LISTED'
  | 'ASSET_NOT_LISTED'
  /** The recipient is no address, a token's contract or the house's own. */
  | 'ADDRESS_REFUSED'
  | 'AMOUNT_INVALID'
  /** Above the limit of one payment or of the day without two operators' signatures. */
  | 'APPROVALS_NEEDED'
  /** Above what the signer pays in any case. */
  | 'LIMIT_REACHED'
  | 'FEE_TOO_HIGH'
  /** A new version must raise both fees by a tenth or more. */
  | 'FEE_NOT_RAISED'
  /** The withdrawal is bound to another nonce, recipient or amount, or the nonce to another withdrawal. */
  | 'BOUND_OTHERWISE'
  /** The nonce is not the next one: the signer or the server was restored from a backup. */
  | 'NONCE_NOT_NEXT'
  | 'REQUEST_INVALID';

/** A refusal of the signer. */
export class SignerError extends Error {
  readonly code: SignerRefusal;

  constructor(code: SignerRefusal, message: string) {
    super(message);
    this.name = 'SignerError';
    this.code = code;
  }
}

/** Text that operators sign to approve a payment: all of it but nonce and fees. */
export function approvalText(request: SignRequest): string {
  const { withdrawalNo, chainId, to, asset, amount } = request;
  return `candor withdrawal ${withdrawalNo}\nchain ${chainId}\nto ${to}\n${amount} of ${asset.contract ?? asset.code}`;
}

export interface DerivedAddress {
  /** The last part of its BIP-44 path. */
  readonly index: number;
  readonly address: string;
}

/** What others may ask of the signer. Addresses leave it; keys and extended public keys never do. */
export interface Signer {
  /** The address that pays withdrawals. */
  hotAddress(): Promise<string>;
  /** Derives the next deposit addresses. No index is given twice, over restarts too. */
  next(count: number): Promise<readonly DerivedAddress[]>;
  /**
   * Signs a payment. The same request gets the same bytes, also after a crash; higher fees get a new version of the same
   * payment. Throws SignerError.
   */
  sign(request: SignRequest): Promise<Signed>;
}
