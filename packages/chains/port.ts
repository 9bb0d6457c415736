/**
 * The exchange's view of any chain. Amounts are bigint in the base units of the chain's own asset (wei, 10^-6 USDT),
 * which are not those of the ledger. Nothing here holds a key: a signer of its own signs.
 */

/** EIP-155's number of a chain, or the CAIP-2 id of a network of Bitcoin. No chain has both. */
export type ChainId = number | BitcoinChainId;
export type BitcoinChainId = `bip122:${string}`;

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

/** The ordinal of a transfer of an account chain's own coin; transfers of tokens count from 0. */
export const NATIVE_ORDINAL = -1;

/**
 * The ordinal of a transfer of an account chain's own coin by a contract's call, by the place of the call among all calls of
 * its transaction, from 0 on.
 */
export const callOrdinal = (place: number): number => NATIVE_ORDINAL - 1 - place;

/** A successful transfer of more than zero within a block. */
export interface ChainTransfer {
  readonly transactionHash: string;
  /**
   * On chains of accounts `NATIVE_ORDINAL`, a `callOrdinal`, or the index among all logs of the transaction's receipt; on chains of outputs
   * the output's index. It stays the same when the transaction is mined again elsewhere and when another token is listed.
   */
  readonly ordinal: number;
  /** Empty on chains of outputs, where nobody is named as the sender. */
  readonly from: string;
  readonly to: string;
  /** The token's contract; null for the chain's own coin. */
  readonly contract: string | null;
  /** Null for a contract that is not listed: such a transfer is shown to support and never credited. */
  readonly asset: ChainAsset | null;
  /** In base units of the chain. */
  readonly amount: bigint;
  /** Blocks that the chain itself asks for, the transfer's own included, before it can be spent; missing where any will do. */
  readonly confirmationsLeast?: number;
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
  /** The most gas that it may take; missing where any will do. A node works on no more to estimate it. */
  readonly mostGas?: bigint;
}

/** Result of a payment as its chain would run it: `gas` where it takes more than its `mostGas`. */
export type PaymentCheck = 'accepted' | 'refused' | 'gas';

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

/** The payment that signed bytes make, by the bytes alone. */
export interface SignedPayment {
  readonly hash: string;
  readonly chainId: number;
  readonly nonce: number;
  /** Normalised. */
  readonly to: string;
  /** The token's contract, normalised; null for the chain's own coin. */
  readonly contract: string | null;
  /** In base units of the chain. */
  readonly amount: bigint;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** The spend that signed bytes make, by the bytes alone. */
export interface SignedSpend {
  /** The transaction's id. */
  readonly hash: string;
  readonly inputs: readonly Outpoint[];
  /** `to` is null for a script that is no address. */
  readonly outputs: readonly { readonly to: string | null; readonly amount: bigint }[];
}

/** A transaction of our own, as stored before it was broadcast. */
export interface OwnTransaction {
  readonly hash: string;
  readonly from: string;
  readonly nonce: number;
}

/**
 * The state of a transaction on the node's chain. `unknown` is never final: a node may have forgotten it. `replaced` is:
 * another transaction used its nonce, or spent one of its inputs, at least `finalAfter` confirmations ago.
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

/** A transaction of our own on a chain of outputs, as stored before it was broadcast. */
export interface OwnSpend {
  readonly hash: string;
  /** Signed, in the chain's own encoding. */
  readonly raw: string;
  /** Its inputs less its outputs, in base units of the chain's own coin. */
  readonly fee: bigint;
}

/** An output of a transaction, as those that spend it name it. */
export interface Outpoint {
  /** The transaction's id. */
  readonly hash: string;
  readonly index: number;
}

/** An output of the house's own that nothing has spent. */
export interface Coin extends Outpoint {
  /** In base units of the chain. */
  readonly amount: bigint;
  /** True for change of our own that no block has yet. */
  readonly isUnconfirmed: boolean;
}

/** Coins that pay. Amounts are base units of the chain. */
export interface Selection<Each extends Coin = Coin> {
  readonly inputs: readonly Each[];
  /** Goes back; 0 where that would cost more than it holds. */
  readonly change: bigint;
  readonly fee: bigint;
}

/** Result of a selection: coins that pay, or why none do. */
export type Selected<Each extends Coin = Coin> =
  | ({ readonly kind: 'selected' } & Selection<Each>)
  /** All coins together are too few. */
  | { readonly kind: 'short' }
  /** The coins suffice in more than one transaction: these are to be put together first. */
  | { readonly kind: 'split'; readonly merge: readonly Each[] };

export interface SelectionTerms<Each extends Coin = Coin> {
  readonly coins: readonly Each[];
  /** Inputs that must be spent: those of earlier versions of the same payment. */
  readonly required?: readonly Each[];
  readonly to: string;
  readonly amount: bigint;
  /** Per unit of size, as `feeRate` gives it. */
  readonly rate: bigint;
  /** The fee of the version that this one replaces. */
  readonly replaces?: bigint;
}

/** A transaction of anybody on a chain of accounts, whole. */
export interface ChainCall {
  readonly hash: string;
  readonly from: string;
  /** Null for one that deploys a contract. */
  readonly to: string | null;
  /** In base units of the chain's own coin. */
  readonly value: bigint;
  readonly data: string;
  /** `call` is one of types 0, 1 and 2; `delegating` one of type 4 (EIP-7702). */
  readonly kind: 'call' | 'delegating' | 'other';
  /** The chain that its signature names; null where it names none, so that it is valid on every chain. */
  readonly chainId: number | null;
  /** The block of the node's present chain that holds it; null while none does. */
  readonly included: {
    readonly block: Pick<BlockRef, 'number' | 'hash'>;
    /** 1 in the newest block. */
    readonly confirmations: number;
    readonly succeeded: boolean;
    readonly logs: readonly {
      readonly contract: string;
      readonly topics: readonly string[];
      readonly data: string;
    }[];
  } | null;
}

/** One that signed a text: an account with a key, or a contract by EIP-1271 or EIP-6492. Null: the signature is not its own. */
export type Signatory = 'plain' | 'contract' | null;

/** One chain behind its nodes. Every method but the pure ones throws ChainError if the node fails or contradicts itself. */
export interface ChainAdapter {
  readonly chainId: ChainId;
  readonly assets: readonly ChainAsset[];
  /** Throws ChainError WRONG_CHAIN unless the node serves `chainId`. */
  checkChain(): Promise<void>;
  /** Returns the address in its one written form, or null if it is none. Pure. */
  normaliseAddress(text: string): string | null;
  head(): Promise<BlockRef>;
  /** The block with this number on the node's present chain; null if it has none. */
  blockAt(number: number): Promise<BlockRef | null>;
  /**
   * The number of the newest block that the chain's own rules cannot take back; null on a chain whose blocks only become
   * less and less likely to be.
   */
  finalNumber(): Promise<number | null>;
  /** Null if the node does not know the block, or not any more. */
  blockByHash(hash: string): Promise<BlockRef | null>;
  /**
   * All transfers of one block, which is named by its hash. Null if the node does not have it any more. Never an empty
   * answer of a node that lags: the answer is compared with what the block's own hash commits to, or with its transactions.
   */
  transfersOf(blockHash: string): Promise<readonly ChainTransfer[] | null>;
  /**
   * The transfers of the chain's own coin by calls of contracts within one block. Null where the node cannot say them: it
   * keeps no traces, or those of the block are too large. Missing on chains without contracts.
   */
  callTransfersOf?(blockHash: string): Promise<readonly ChainTransfer[] | null>;
  /**
   * Reads a token's contract in the newest block: whether it has code, and the decimals that it names; null where it
   * names none.
   */
  tokenAt(contract: string): Promise<{ readonly isContract: boolean; readonly decimals: number | null }>;
  /** The balances of addresses at a block, in their order and in base units of the chain. */
  balancesAt(addresses: readonly string[], asset: ChainAsset, blockHash: string): Promise<readonly bigint[]>;
}

/** A chain whose payments leave accounts in the order of their nonces. */
export interface AccountChain extends ChainAdapter {
  readonly chainId: number;
  /** The balance at a block, in base units of the chain. */
  balanceAt(address: string, asset: ChainAsset, blockHash: string): Promise<bigint>;
  /** True if code stands at the address: a contract. */
  isContract(address: string): Promise<boolean>;
  /** The code that stands at an address in the newest block, in hex; 0x for none. */
  codeAt(address: string): Promise<string>;
  /** Any transaction of the chain or the node's pool, whole; null where the node knows none. */
  callOf(hash: string): Promise<ChainCall | null>;
  /** Says who signed a text by EIP-191. Contracts are asked in the newest block, and one that cannot answer did not sign. */
  signatoryOf(address: string, text: string, signature: string): Promise<Signatory>;
  feeEstimate(): Promise<FeeEstimate>;
  /** The number of transactions of the address in the newest block: its next free nonce if none is pending. */
  minedNonce(address: string): Promise<number>;
  /** Builds a transaction and estimates its gas. Throws ChainError WOULD_FAIL if the newest block would refuse it. */
  buildPayment(payment: Payment): Promise<UnsignedTransaction>;
  /** Runs a payment upon the state of a block, and sends nothing. */
  checkPayment(payment: Omit<Payment, 'nonce' | 'fee'>, blockHash: string): Promise<PaymentCheck>;
  /** Reads the payment of signed bytes. Pure. Throws RangeError for bytes that are no payment. */
  readSigned(rawTransaction: `0x${string}`): SignedPayment;
  /**
   * Sends a signed transaction; sent again it does nothing. Returns its hash. Throws ChainError, of which NONCE_USED
   * does not mean that it failed: it may be mined already under a hash of its nonce.
   */
  broadcast(rawTransaction: `0x${string}`): Promise<string>;
  status(transaction: OwnTransaction, finalAfter: number): Promise<TransactionStatus>;
}

/** A chain whose payments spend outputs of earlier ones, each once and whole. */
export interface OutputChain extends ChainAdapter {
  readonly chainId: BitcoinChainId;
  /**
   * The price of a payment that should be mined soon, in base units of the chain's coin per unit of size, and no less than
   * the node's pool takes. Null where the node has no estimate: the least that a pool takes is none.
   */
  feeRate(): Promise<bigint | null>;
  /** A transaction in the chain's own encoding, from the chain or the pool; null if the node knows none. */
  rawTransaction(hash: string): Promise<string | null>;
  /** The ids of all transactions that no block has yet and the node's pool holds now. One question, however many they are. */
  pooledHashes(): Promise<readonly string[]>;
  /**
   * The transfers of transactions of the pool, in the order of the ids: null for each that the node does not know any more. One
   * that was mined meanwhile is given too. Nothing of them is certain before a block has them.
   */
  pooledTransfers(hashes: readonly string[]): Promise<readonly (readonly ChainTransfer[] | null)[]>;
  /** True if neither the chain nor the pool spends the output. */
  isUnspent(output: Outpoint): Promise<boolean>;
  /** Selects the coins of a payment. Pure. */
  selectCoins<Each extends Coin>(terms: SelectionTerms<Each>): Selected<Each>;
  /** Puts all given coins together. Pure. Throws RangeError where they hold no more than that costs. */
  mergeCoins<Each extends Coin>(coins: readonly Each[], rate: bigint): Selection<Each>;
  /**
   * Builds an unsigned payment for a signer, with the whole transactions that made its inputs: a signer believes nobody about
   * amounts. Returns it with the id that it will have once it is signed. Pure.
   */
  buildPayment(payment: {
    readonly inputs: readonly (Outpoint & { readonly previous: string })[];
    readonly outputs: readonly { readonly to: string; readonly amount: bigint }[];
  }): { readonly unsigned: string; readonly hash: string };
  /** Reads the spend of signed bytes. Pure. Throws RangeError for bytes that are no transaction. */
  readSigned(rawTransaction: string): SignedSpend;
  /**
   * Sends a signed transaction; sent again it does nothing. Returns its hash. Throws ChainError, of which INPUTS_USED does
   * not mean that it failed: one that is confirmed and spent on is refused so too.
   */
  broadcast(rawTransaction: string): Promise<string>;
  status(transaction: OwnSpend, finalAfter: number): Promise<TransactionStatus>;
}
