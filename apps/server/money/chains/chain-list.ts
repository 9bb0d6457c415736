import { type ChainId, isPracticeChainId } from '@candor/chains';
import type { Mode } from '@candor/kernel';
import { isBitcoinOfMode, PRACTICE_BITCOIN } from './bitcoin-list.ts';
import type { ListedChain } from './listed-chain.ts';

/** A chain whose payments leave accounts. */
export interface AccountListed extends ListedChain {
  readonly chainId: number;
}

/** The practice token is the first contract of the practice faucet's account, which fixes its address. */
export const PRACTICE_USDT_ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
/** The first account of the development node, whose key everybody knows: the faucet and the issuer of its USDT. */
export const FAUCET_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** The chain that practice mode brings along. */
export const PRACTICE_CHAIN: AccountListed = {
  key: 'practice-evm',
  chainId: 31_337,
  name: 'Practice Ethereum (ERC-20)',
  isPractice: true,
  blockSeconds: 2,
  assets: [
    {
      code: 'USDT',
      contract: PRACTICE_USDT_ADDRESS,
      decimals: 6,
      minimum: '1',
      confirmations: 6,
      large: { from: '50000', confirmations: 12 },
      logsWhatArrives: true,
    },
    {
      code: 'ETH',
      contract: null,
      decimals: 18,
      minimum: '0.001',
      confirmations: 6,
      large: { from: '20', confirmations: 12 },
    },
  ],
};

/** Ethereum, with Tether's contract. */
const ETHEREUM: AccountListed = {
  key: 'ethereum',
  chainId: 1,
  name: 'Ethereum (ERC-20)',
  isPractice: false,
  blockSeconds: 12,
  assets: [
    {
      code: 'USDT',
      contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      decimals: 6,
      minimum: '1',
      confirmations: 12,
      large: { from: '50000', confirmations: 64 },
      logsWhatArrives: true,
    },
    {
      code: 'ETH',
      contract: null,
      decimals: 18,
      minimum: '0.001',
      confirmations: 12,
      large: { from: '20', confirmations: 64 },
    },
  ],
};

const ACCOUNT_CHAINS: readonly AccountListed[] = [PRACTICE_CHAIN, ETHEREUM];
const LISTED: readonly ListedChain[] = [...ACCOUNT_CHAINS, PRACTICE_BITCOIN];

/** Returns the chains that a journal of this mode may serve; those that a process follows are served. */
export function chainsOf(mode: Mode): readonly ListedChain[] {
  return LISTED.filter(({ isPractice }) => isPractice === (mode === 'practice'));
}

/** Returns the listed chain of accounts with this id, undefined if none has it. */
export function listedChain(chainId: number): AccountListed | undefined {
  return ACCOUNT_CHAINS.find((chain) => chain.chainId === chainId);
}

/** Returns the chain with this id; the one that practice mode brings along for null. Throws Error if it is not listed. */
export function chainToServe(chainId: number | null): AccountListed {
  const chain = chainId === null ? PRACTICE_CHAIN : listedChain(chainId);
  if (chain === undefined) throw new Error(`Chain ${chainId} is not listed`);
  return chain;
}

/** Throws unless the chain is one that a journal of this mode may touch. */
export function requireChainOfMode(mode: Mode, chainId: ChainId): void {
  const isOfMode =
    typeof chainId === 'number'
      ? isPracticeChainId(chainId) === (mode === 'practice')
      : isBitcoinOfMode(mode, chainId);
  if (!isOfMode) throw new Error(`A ${mode} journal must not touch the chain ${chainId}`);
}
