import type { ChainAsset, OutputChain } from '../port.ts';
import { normaliseBitcoinAddress } from './addresses.ts';
import { bitcoinNetworkOf } from './networks.ts';
import { connectBitcoinNode } from './node.ts';
import { bitcoinReads } from './reads.ts';
import type { BitcoinRoom } from './room.ts';
import { bitcoinSpends } from './spends.ts';

export interface BitcoinOptions {
  /** http://user:password@host:port of Bitcoin Core, which keeps all transactions (txindex=1). */
  readonly url: string;
  readonly chainId: string;
  readonly assets: readonly ChainAsset[];
  readonly timeoutMs?: number;
  /** The price on a network whose coins are worth nothing and which has no estimates, as Core's own `fallbackfee`. */
  readonly fallbackRate?: bigint;
}

const MINUTES = 60_000;

/** Opens a Bitcoin network behind Bitcoin Core. Nothing is sent before the first method is called. */
export function createBitcoinAdapter({
  url,
  chainId,
  assets,
  timeoutMs,
  fallbackRate,
}: BitcoinOptions): OutputChain {
  const network = bitcoinNetworkOf(chainId);
  if (network === null) throw new RangeError(`${chainId} is no network of Bitcoin that is served`);
  const room: BitcoinRoom = {
    network,
    node: connectBitcoinNode(url, timeoutMs),
    patiently: connectBitcoinNode(url, 10 * MINUTES).ask,
    coin: assets.find(({ contract }) => contract === null) ?? null,
    fallbackRate,
  };
  return {
    chainId: network.chainId,
    assets,
    normaliseAddress: (text) => normaliseBitcoinAddress(text, network),
    ...bitcoinReads(room),
    ...bitcoinSpends(room),
  };
}
