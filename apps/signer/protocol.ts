import type { ChainId } from '@candor/chains';

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
  /** Operators' signatures, for a payment above the automatic limits. */
  readonly approved?: Approved;
}

/** The terms that operators approved a payment under, and their signatures over `approvalText`. */
export interface Approved {
  /** The most that one version may pay to the network, in base units of the chain's own coin. */
  readonly feeCeiling: string;
  /** From then on the signatures are worth nothing. */
  readonly expiresAtMs: number;
  readonly signatures: readonly ApprovalSignature[];
}

export interface ApprovalSignature {
  /** Ed25519, the raw 32 bytes in base64url. The signer knows whose it is by its own list. */
  readonly publicKey: string;
  /** Ed25519, base64url. */
  readonly signature: string;
}

/** A payment as operators approve it: nonce and fees come later. */
export interface ApprovedPayment
  extends Pick<SignRequest, 'withdrawalNo' | 'to' | 'asset' | 'amount'>,
    Pick<Approved, 'feeCeiling' | 'expiresAtMs'> {
  readonly chainId: ChainId;
}

export interface Signed {
  readonly hash: `0x${string}`;
  readonly raw: `0x${string}`;
}

/** Why the signer refuses. Nothing is bound or signed then, unless the code says `BOUND_OTHERWISE`. */
export type SignerRefusal =
  /** An assert of the signer failed: it signs nothing more until a person has looked and started it again. */
  | 'INVARIANT'
  /** The chain is not on the signer's list. */
  | 'CHAIN_NOT_LISTED'
  /** A practice journal asks for a real chain, or a real one for a practice chain. */
  | 'CHAIN_OF_OTHER_MODE'
  | 'ASSET_NOT_LISTED'
  /** The recipient is no address, a token's contract or the house's own. */
  | 'ADDRESS_REFUSED'
  | 'AMOUNT_INVALID'
  /** Above the limit of one payment or of the day without two operators' signatures. */
  | 'APPROVALS_NEEDED'
  /** The operators' signatures have expired. */
  | 'APPROVALS_EXPIRED'
  /** Above what the signer pays in any case. */
  | 'LIMIT_REACHED'
  | 'FEE_TOO_HIGH'
  /** The index of no deposit address that was given out. */
  | 'INDEX_UNKNOWN'
  /** A new version must raise both fees by a tenth or more. */
  | 'FEE_NOT_RAISED'
  /** The withdrawal is bound to another nonce, recipient or amount, or the nonce to another withdrawal. */
  | 'BOUND_OTHERWISE'
  /** The nonce is not the next one: the signer or the server was restored from a backup. */
  | 'NONCE_NOT_NEXT'
  /** A new version of a payment from outputs must spend all that earlier ones spend. */
  | 'INPUTS_MISSING'
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

/**
 * The text whose UTF-8 bytes operators sign to approve a payment. Its first line keeps it apart from all else that such a
 * key signs. Each field stands on a line of its own, so no two payments have one text.
 */
export function approvalText(payment: ApprovedPayment): string {
  const { withdrawalNo, chainId, to, asset, amount, feeCeiling, expiresAtMs } = payment;
  return [
    'Candor approval of a withdrawal, version 1',
    `withdrawal: ${withdrawalNo}`,
    `chain id: ${chainId}`,
    `asset: ${asset.code} ${asset.contract ?? 'native'}`,
    `recipient: ${to}`,
    `amount in base units: ${amount}`,
    `network fee at most, in base units: ${feeCeiling}`,
    `valid until: ${new Date(expiresAtMs).toISOString()}`,
  ].join('\n');
}

/** An operator's key on the signer's own list. */
export interface AllowedKey {
  /** The person whose key it is: two keys of one person are one approval. */
  readonly operator: string;
  /** See `fingerprintOf`. */
  readonly fingerprint: string;
}

/** Fees of a transaction, decimal strings of base units of the chain's own coin. */
export interface Fees {
  readonly gas: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
}

/** Empties a deposit address. It names no recipient: the signer knows the hot wallet, and sends nowhere else. */
export interface SweepRequest extends Fees {
  readonly chainId: number;
  /** The deposit address, by the last part of its path. */
  readonly index: number;
  readonly nonce: number;
  readonly asset: SignAsset;
  readonly amount: string;
}

/** Gives a deposit address gas for its sweep, from the wallet that is kept for it. */
export interface GasRequest extends Fees {
  readonly chainId: number;
  readonly index: number;
  readonly nonce: number;
  readonly amount: string;
}

export interface DerivedAddress {
  /** The last part of its BIP-44 path. */
  readonly index: number;
  readonly address: string;
}

/** Requests to the signer. Addresses leave it; keys and extended public keys never do. */
export interface Signer {
  /** The address that pays withdrawals. */
  hotAddress(): Promise<string>;
  /** The address that pays the gas of sweeps: its nonces are not those of withdrawals. */
  gasAddress(): Promise<string>;
  /** Signs a transfer from a deposit address to the hot wallet. Throws SignerError. */
  signSweep(request: SweepRequest): Promise<Signed>;
  /** Signs gas for a deposit address, within limits of each and of the day. Throws SignerError. */
  signGas(request: GasRequest): Promise<Signed>;
  /** Derives the next deposit addresses. No index is given twice, over restarts too. */
  next(count: number): Promise<readonly DerivedAddress[]>;
  /** The operators' keys that it accepts. Only a command on its machine changes them. */
  allowedKeys(): Promise<readonly AllowedKey[]>;
  /**
   * Signs a payment. The same request gets the same bytes, also after a crash; higher fees get a new version of the same
   * payment. Throws SignerError.
   */
  sign(request: SignRequest): Promise<Signed>;
  /**
   * Returns the fees of the newest version that it bound to a withdrawal; null where it bound none. `sign` with these fees
   * gets the bytes of that version, although its first answer was lost.
   */
  newestFees(withdrawalNo: number): Promise<Fees | null>;
  /**
   * Signs a row of payments in their order, each as `sign` does, up to the first that is refused: nothing behind that one is
   * bound or signed. Throws SignerError where the row itself is invalid.
   */
  signRow(requests: readonly SignRequest[]): Promise<SignedRow>;
}

/** The payments at the begin of a row that were signed, and why the one after them was refused; null where none was. */
export interface SignedRow {
  readonly signed: readonly Signed[];
  readonly refused: { readonly code: SignerRefusal; readonly message: string } | null;
}
