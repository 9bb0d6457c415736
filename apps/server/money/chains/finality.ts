import type { BlockRef, ChainAdapter } from '@candor/chains';
import { parseDecimal } from '@candor/money';
import type { DepositAsset, ListedChain } from './listed-chain.ts';

type Node = Pick<ChainAdapter, 'blockAt' | 'finalNumber' | 'head'>;

/** A block that holds a transaction of ours. */
export type Holding = Pick<BlockRef, 'number' | 'hash'>;

/** Reads of one head of a chain; each question is asked of the node once. */
export interface Finality {
  /** Returns the number of blocks that confirm what the block holds; 0 where the chain does not have it any more. */
  confirmations(block: Holding): Promise<number>;
  /**
   * True where the chain's own rules cannot take the block back. A chain without such rules calls a block final that has
   * the confirmations of a large amount.
   */
  isFinal(block: Holding, confirmations: number): Promise<boolean>;
  /** The newest block below which nothing is looked at again. */
  floor(): Promise<number>;
}

/** Blocks that are looked at again on a chain whose own rules make none final: the age at which a new coin may be spent. */
const LOOKED_AT_AGAIN = 100;

/** Reads what stands on a chain, and what is final there. Throws ChainError where the node cannot say it. */
export function readFinality(adapter: Node, { assets }: Pick<ListedChain, 'assets'>): Finality {
  let head: Promise<BlockRef> | null = null;
  let final: Promise<number | null> | null = null;
  const blocks = new Map<number, Promise<BlockRef | null>>();
  const deepest = Math.max(...assets.map(({ large }) => large.confirmations));
  const readHead = () => {
    head ??= adapter.head();
    return head;
  };
  const readFinal = () => {
    final ??= adapter.finalNumber();
    return final;
  };
  return {
    async confirmations({ number, hash }) {
      const newest = await readHead();
      const block = blocks.get(number) ?? adapter.blockAt(number);
      blocks.set(number, block);
      return (await block)?.hash === hash ? Math.max(1, newest.number - number + 1) : 0;
    },
    async isFinal({ number }, confirmations) {
      const newest = await readFinal();
      return newest === null ? confirmations >= deepest : number <= newest;
    },
    async floor() {
      const [final, { number }] = [await readFinal(), await readHead()];
      // The same distance below the final block: a chain that takes that back may be as high as it was.
      return final === null ? number - LOOKED_AT_AGAIN : final - (number - final);
    },
  };
}

/** Blocks after which another transaction has taken the place of ours for good: as many as a large amount needs. */
export const replacedAfter = ({ assets }: Pick<ListedChain, 'assets'>): number =>
  Math.max(...assets.map(({ large }) => large.confirmations));

/** Confirmations that an amount, in base units of the chain, needs, and true where it is paid only once it is final. */
export function depthOf(
  { large, confirmations, decimals }: DepositAsset,
  amount: bigint,
): { readonly needed: number; readonly isLarge: boolean } {
  const from = parseDecimal(large.from, decimals);
  if (from === null) throw new RangeError(`${large.from} has more than ${decimals} decimals`);
  const isLarge = amount >= from;
  return { needed: isLarge ? large.confirmations : confirmations, isLarge };
}
