import { encodeFunctionData, numberToHex } from 'viem';
import { ChainError } from '../chain-error.ts';
import type { AccountChain, BlockRef, ChainAsset } from '../port.ts';
import { erc20 } from './erc20.ts';
import type { AskNode } from './node.ts';
import { readCall } from './read-call.ts';
import { isRefusedByChain } from './refused.ts';
import { signatoryOf } from './signatory.ts';
import { movesNoCoinsByCalls, type RpcReceipt, type RpcTransaction, transfersOfBlock } from './transfers.ts';

type Reads = Pick<
  AccountChain,
  | 'checkChain'
  | 'head'
  | 'finalNumber'
  | 'blockAt'
  | 'blockByHash'
  | 'transfersOf'
  | 'callTransfersOf'
  | 'balanceAt'
  | 'balancesAt'
  | 'isContract'
  | 'codeAt'
  | 'callOf'
  | 'signatoryOf'
  | 'tokenAt'
>;

export interface ReadsOptions {
  readonly ask: AskNode;
  readonly chainId: number;
  readonly assets: readonly ChainAsset[];
  /** Reads the coins that contracts move within a block, by its traces. */
  readonly readCalls: NonNullable<AccountChain['callTransfersOf']>;
}

interface RpcBlock {
  readonly number: string;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: string;
  readonly transactions: readonly RpcTransaction[];
}

/** The call `decimals()`, and the length of an answer of one word. */
const DECIMALS = '0x313ce567';
const WORD_LENGTH = 66;
/** Balances asked for at once: a node takes them side by side. */
const AT_ONCE = 20;

/** Blocks, transfers, balances and contracts, as one node has them now. */
export function evmReads({ ask, chainId, assets, readCalls }: ReadsOptions): Reads {
  /** The block that was read last and needs no traces. */
  let untraced: string | null = null;
  const block = (found: RpcBlock | null) => (found === null ? null : refOf(found));
  const codeAt = (address: string) => ask<string>('eth_getCode', [address, 'latest']);
  const isContract = async (address: string): Promise<boolean> => (await codeAt(address)) !== '0x';
  return {
    async checkChain() {
      const served = Number(await ask<string>('eth_chainId', []));
      if (served !== chainId)
        throw new ChainError('WRONG_CHAIN', `The node serves chain ${served}, and ${chainId} is configured`);
    },
    async head() {
      return refOf(await ask<RpcBlock>('eth_getBlockByNumber', ['latest', false]));
    },
    async finalNumber() {
      const final = await ask<RpcBlock | null>('eth_getBlockByNumber', ['finalized', false]);
      return final === null ? 0 : Number(final.number);
    },
    blockAt: async (number) => block(await ask('eth_getBlockByNumber', [numberToHex(number), false])),
    blockByHash: async (hash) => block(await ask('eth_getBlockByHash', [hash, false])),
    async transfersOf(blockHash) {
      const found = await ask<RpcBlock | null>('eth_getBlockByHash', [blockHash, true]);
      if (found === null) return null;
      if (found.hash !== blockHash)
        throw new ChainError(
          'NODE_INCONSISTENT',
          'The node answers with another block than the one asked for',
        );
      if (found.transactions.length === 0) return [];
      const receipts = await ask<readonly RpcReceipt[] | null>('eth_getBlockReceipts', [blockHash]);
      if (receipts === null) return null;
      if (movesNoCoinsByCalls(found.transactions, receipts, assets)) untraced = blockHash;
      return transfersOfBlock(blockHash, found.transactions, receipts, assets);
    },
    // to trace a block costs its node several times what it costs to read it
    callTransfersOf: async (blockHash) => (blockHash === untraced ? [] : readCalls(blockHash)),
    balanceAt: (address, asset, blockHash) => balanceAt(ask, { address, asset, blockHash }),
    async balancesAt(addresses, asset, blockHash) {
      const units: bigint[] = [];
      for (let first = 0; first < addresses.length; first += AT_ONCE) {
        const some = addresses.slice(first, first + AT_ONCE);
        units.push(
          ...(await Promise.all(some.map((address) => balanceAt(ask, { address, asset, blockHash })))),
        );
      }
      return units;
    },
    isContract,
    codeAt,
    callOf: (hash) => readCall(ask, hash),
    signatoryOf: (address, text, signature) => signatoryOf(ask, address, text, signature),
    async tokenAt(contract) {
      if (!(await isContract(contract))) return { isContract: false, decimals: null };
      return { isContract: true, decimals: await decimalsOf(ask, contract) };
    },
  };
}

function refOf({ number, hash, parentHash, timestamp }: RpcBlock): BlockRef {
  return { number: Number(number), hash, parentHash, timeMs: Number(timestamp) * 1000 };
}

interface Held {
  readonly address: string;
  readonly asset: ChainAsset;
  readonly blockHash: string;
}

async function balanceAt(ask: AskNode, { address, asset, blockHash }: Held): Promise<bigint> {
  const at = { blockHash };
  if (asset.contract === null) return BigInt(await ask<string>('eth_getBalance', [address, at]));
  const data = encodeFunctionData({
    abi: erc20,
    functionName: 'balanceOf',
    args: [address as `0x${string}`],
  });
  const answer = await ask<string>('eth_call', [{ to: asset.contract, data }, at]);
  if (answer.length !== WORD_LENGTH)
    throw new ChainError('NODE_INCONSISTENT', `${asset.contract} is no token`);
  return BigInt(answer);
}

/** The decimals that a token's contract names; null where it names none. */
async function decimalsOf(ask: AskNode, contract: string): Promise<number | null> {
  const call = { to: contract, data: DECIMALS };
  try {
    const answer = await ask<string>('eth_call', [call, 'latest']);
    return answer.length === WORD_LENGTH ? Number(BigInt(answer)) : null;
  } catch (error) {
    if (!isRefusedByChain(error)) throw error;
    return null;
  }
}
