import { normaliseBitcoinAddress } from './bitcoin/addresses.ts';
import { bitcoinNetworkOf } from './bitcoin/networks.ts';
import { normaliseEvmAddress } from './evm/addresses.ts';
import type { ChainId } from './port.ts';

/**
 * Returns the address in the one written form of its chain, or null if it is none there. Needs no node: doors check
 * addresses by it. Throws RangeError for a chain that nobody serves.
 */
export function normaliseAddress(chainId: ChainId, text: string): string | null {
  if (typeof chainId === 'number') return normaliseEvmAddress(text);
  const network = bitcoinNetworkOf(chainId);
  if (network === null) throw new RangeError(`${chainId} is no chain that is served`);
  return normaliseBitcoinAddress(text, network);
}
