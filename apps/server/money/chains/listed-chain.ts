import type { ChainAsset, ChainId } from '@candor/chains';

/** An asset that may be deposited on a chain. */
export interface DepositAsset extends ChainAsset {
  /** In decimals of the asset. What is less adds up until it reaches this. */
  readonly minimum: string;
  /** Blocks that must hold a deposit, its own included, before it is credited. */
  readonly confirmations: number;
  /**
   * A deposit of this amount or more needs more blocks, and waits until the chain's own rules cannot take its block back,
   * where it has such rules. In decimals of the asset.
   */
  readonly large: { readonly from: string; readonly confirmations: number };
  /**
   * True for a token whose source was read: its events name what arrives. Of any other token the balances of users' addresses
   * decide, which takes a node that holds the state of each block.
   */
  readonly logsWhatArrives?: boolean;
}

/** A chain that the exchange serves. */
export interface ListedChain {
  /** Stable: stored with every deposit. */
  readonly key: string;
  readonly chainId: ChainId;
  /** The standard's name of a network, not translated. */
  readonly name: string;
  readonly isPractice: boolean;
  /** True for a chain that is there only where its node is set: it is shown once a process has served it. */
  readonly isBySetting?: boolean;
  readonly blockSeconds: number;
  readonly assets: readonly DepositAsset[];
}

/** Returns the chain's own coin. Throws Error where it has none. */
export function nativeOf({ assets, key }: Pick<ListedChain, 'assets' | 'key'>): DepositAsset {
  const native = assets.find(({ contract }) => contract === null);
  if (native === undefined) throw new Error(`${key} has no coin of its own`);
  return native;
}
