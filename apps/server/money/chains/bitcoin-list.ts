import { BITCOIN_MAINNET, BITCOIN_REGTEST, type BitcoinChainId } from '@candor/chains';
import type { Mode } from '@candor/kernel';
import type { ListedChain } from './listed-chain.ts';

/** The regtest network of a node that is set, for practice mode: anybody mines its coins. */
export const PRACTICE_BITCOIN: ListedChain & { readonly chainId: BitcoinChainId } = {
  key: 'practice-bitcoin',
  chainId: BITCOIN_REGTEST.chainId,
  name: 'Practice Bitcoin (regtest)',
  isPractice: true,
  isBySetting: true,
  blockSeconds: 600,
  assets: [
    {
      code: 'BTC',
      contract: null,
      decimals: 8,
      minimum: '0.0001',
      confirmations: 3,
      large: { from: '5', confirmations: 6 },
    },
  ],
};

/** True for the one network of Bitcoin that a journal of the mode may touch. */
export function isBitcoinOfMode(mode: Mode, chainId: BitcoinChainId): boolean {
  return chainId === (mode === 'practice' ? BITCOIN_REGTEST : BITCOIN_MAINNET).chainId;
}
