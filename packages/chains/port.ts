/**
 * The exchange's view of any chain. Amounts are bigint in the base units of the chain's own asset (wei, 10^-6 USDT),
 * which are not those of the ledger. Nothing here holds a key: a signer of its own signs.
 */

/** An asset on one chain. */
export interface ChainAsset {
  /** The ledger's code, such as USDT. */
  readonly code: string;
  /** The token's contract, normalised; null for the chain's own coin. */
  readonly contract: string | null;
  /** Decimals of a base unit on this chain. */
  readonly decimals: number;
}

export interface BlockRef {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timeMs: number;
}

/** The ordinal of a transfer of the chain's own coin; transfers of tokens count from 0. */
export const NATIVE_ORDINAL = -1;

/** A successful transfer of more than zero within a block. */
export interface ChainTransfer {
  readonly transactionHash: string;
  /**
   * `NATIVE_ORDINAL`, or the index among all logs of the transaction's receipt. It stays the same when the transaction
   * is mined again elsewhere and when another token is listed.
   */
  readonly ordinal: number;
  readonly from: string;
  readonly to: string;
  /** The token's contract; null for the chain's own coin. */
  readonly contract: string | null;
  /** Null for a contract that is not listed: such a transfer is shown to support and never credited. */
  readonly asset: ChainAsset | null;
  /** In base units of the chain. */
  readonly amount: bigint;
}

export interface FeeEstimate {
  /** In base units of the chain's own coin per unit of gas. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** A payment to build: of the chain's own coin, or of a listed token. */
export interface Payment {
  readonly from: string;
  readonly to: string;
  readonly asset: ChainAsset;
  readonly amount: bigint;
  readonly nonce: number;
  readonly fee: FeeEstimate;
}

/** An EIP-1559 transaction as a signer takes it. */
export interface UnsignedTransaction {
  readonly type: 'eip1559';
  readonly chainId: number;
  readonly nonce: number;
  readonly to: `0x${string}`;
  readonly value: bigint;
  readonly data: `0x${string}`;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** A transaction of our own, as stored before it was broadcast. */
export interface OwnTransaction {
  readonly hash: string;
  readonly from: string;
  readonly nonce: number;
}

/**
 * The state of a transaction on the node's chain. `unknown` is never final: a node may have forgotten it. `replaced` is:
 * another transaction used its nonce at least `finalAfter` confirmations ago.
 */
export type TransactionStatus =
  | { readonly state: 'unknown' }
  | { readonly state: 'pending' }
  | {
      readonly state: 'included';
      readonly block: Pick<BlockRef, 'number' | 'hash'>;
      /** 1 in the newest block. */
      readonly confirmations: number;
      /** False if the chain ran it and it failed: it moved nothing but cost its fee. */
      readonly succeeded: boolean;
      /** Paid to the miners, in base units of the chain's own coin. */
      readonly feePaid: bigint;
    }
  | { readonly state: 'replaced' };

/** One chain behind its nodes. Every method but the pure ones throws ChainError if the node fails or contradicts itself. */
export interface ChainAdapter {
  readonly chainId: number;
  readonly assets: readonly ChainAsset[];
  /** Throws ChainError WRONG_CHAIN unless the node serves `chainId`. */
  checkChain(): Promise<void>;
  /** Returns the address in its one written form, or null if it is none. Pure. */
  normaliseAddress(text: string): string | null;
  head(): Promise<BlockRef>;
  /** The block with this number on the node's present chain; null if it has none. */
  blockAt(number: number): Promise<BlockRef | null>;
  /** Null if the node does not know the block, or not any more. */
  blockByHash(hash: string): Promise<BlockRef | null>;
  /**
   * All transfers of one block, which is named by its hash. Null if the node does not have it any more. Never an empty
   * answer of a node that lags: receipts are counted against the block's transactions.
   */
  transfersOf(blockHash: string): Promise<readonly ChainTransfer[] | null>;
  /** The balance at a block, in base units of the chain. */
  balanceAt(address: string, asset: ChainAsset, blockHash: string): Promise<bigint>;
  /** True if code stands at the address: a contract. */
  isContract(address: string): Promise<boolean>;
  feeEstimate(): Promise<FeeEstimate>;
  /** The number of transactions of the address in the newest block: its next free nonce if none is pending. */
  minedNonce(address: string): Promise<number>;
  /** Builds a transaction and estimates its gas. Throws ChainError WOULD_FAIL if the chain would refuse it. */
  buildPayment(payment: Payment): Promise<UnsignedTransaction>;
  /**
   * Sends a signed transaction; sent again it does nothing. Returns its hash. Throws ChainError, of which NONCE_USED
   * does not mean that it failed: it may be mined already under a hash of its nonce.
   */
  broadcast(rawTransaction: `0x${string}`): Promise<string>;
  status(transaction: OwnTransaction, finalAfter: number): Promise<TransactionStatus>;
}
