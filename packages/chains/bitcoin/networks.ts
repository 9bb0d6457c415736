import { sha256 } from '@noble/hashes/sha2.js';
import type { BitcoinChainId } from '../port.ts';

/** A network of Bitcoin, by everything that sets it apart from the others. */
export interface BitcoinNetwork {
  /** CAIP-2: the first half of the hash of the genesis block. */
  readonly chainId: BitcoinChainId;
  readonly genesisHash: string;
  /** Human-readable part of its addresses with witness programs. */
  readonly bech32: string;
  /** Version bytes of its addresses in Base58. */
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  /** The coin of BIP-44 paths; all networks without worth share one. */
  readonly coinType: 0 | 1;
}

const network = (
  genesisHash: string,
  rest: Omit<BitcoinNetwork, 'chainId' | 'genesisHash'>,
): BitcoinNetwork => ({ chainId: `bip122:${genesisHash.slice(0, 32)}`, genesisHash, ...rest });

export const BITCOIN_MAINNET = network('000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f', {
  bech32: 'bc',
  pubKeyHash: 0x00,
  scriptHash: 0x05,
  coinType: 0,
});

/** A chain of one's own, whose blocks anybody makes: its coins are worth nothing. */
export const BITCOIN_REGTEST = network('0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206', {
  bech32: 'bcrt',
  pubKeyHash: 0x6f,
  scriptHash: 0xc4,
  coinType: 1,
});

const NETWORKS: readonly BitcoinNetwork[] = [BITCOIN_MAINNET, BITCOIN_REGTEST];

/** Returns the network of an id, or null if it is none of those served. */
export function bitcoinNetworkOf(chainId: string): BitcoinNetwork | null {
  return NETWORKS.find((each) => each.chainId === chainId) ?? null;
}

/** Hash of blocks and transactions: SHA-256 twice. */
export function hash256(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}
