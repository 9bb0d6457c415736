import { type ChainAsset, isPracticeChainId } from '@candor/chains';
import type { Mode } from '@candor/kernel';

/** An asset that may be deposited on a chain. */
export interface DepositAsset extends ChainAsset {
  /** In decimals of the asset. What is less adds up until it reaches this. */
  readonly minimum: string;
  /** Blocks that must hold a deposit, its own included, before it is credited. */
  readonly confirmations: number;
}

/** A chain that the exchange serves. */
export interface ListedChain {
  /** Stable: stored with every deposit. */
  readonly key: string;
  readonly chainId: number;
  /** The standard's name of a network, not translated. */
  readonly name: string;
  readonly isPractice: boolean;
  readonly blockSeconds: number;
  readonly assets: readonly DepositAsset[];
}

/** The practice token is the first contract of the practice faucet's account, which fixes its address. */
export const PRACTICE_USDT_ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
/** The first account of the development node, whose key everybody knows: the faucet and the issuer of its USDT. */
export const FAUCET_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** The chain that practice mode brings along. */
export const PRACTICE_CHAIN: ListedChain = {
  key: 'practice-evm',
  chainId: 31_337,
  name: 'Practice Ethereum (ERC-20)',
  isPractice: true,
  blockSeconds: 2,
  assets: [
    { code: 'USDT', contract: PRACTICE_USDT_ADDRESS, decimals: 6, minimum: '1', confirmations: 6 },
    { code: 'ETH', contract: null, decimals: 18, minimum: '0.001', confirmations: 6 },
  ],
};

/** Ethereum, with Tether's contract. */
const ETHEREUM: ListedChain = {
  key: 'ethereum',
  chainId: 1,
  name: 'Ethereum (ERC-20)',
  isPractice: false,
  blockSeconds: 12,
  assets: [
    {
      ...{ code: 'USDT', contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
      ...{ minimum: '1', confirmations: 12 },
    },
    { code: 'ETH', contract: null, decimals: 18, minimum: '0.001', confirmations: 12 },
  ],
};

const LISTED: readonly ListedChain[] = [PRACTICE_CHAIN, ETHEREUM];

/** Returns the chains that a journal of this mode may serve; those that a process follows are served. */
export function chainsOf(mode: Mode): readonly ListedChain[] {
  return LISTED.filter(({ isPractice }) => isPractice === (mode === 'practice'));
}

/** Returns the listed chain with this id, undefined if none has it. */
export function listedChain(chainId: number): ListedChain | undefined {
  return LISTED.find((chain) => chain.chainId === chainId);
}

/** Returns the chain with this id; the one that practice mode brings along for null. Throws Error if it is not listed. */
export function chainToServe(chainId: number | null): ListedChain {
  const chain = chainId === null ? PRACTICE_CHAIN : listedChain(chainId);
  if (chain === undefined) throw new Error(`Chain ${chainId} is not listed`);
  return chain;
}

/** Throws unless the chain is one that a journal of this mode may touch. */
export function requireChainOfMode(mode: Mode, chainId: number): void {
  if (isPracticeChainId(chainId) !== (mode === 'practice'))
    throw new Error(`A ${mode} journal must not touch the chain ${chainId}`);
}
