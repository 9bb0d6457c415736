import { ChainError } from '../chain-error.ts';
import type { BlockRef, ChainTransfer, OutputChain } from '../port.ts';
import { addressOfScript } from './addresses.ts';
import { satoshi } from './amounts.ts';
import { fromHex } from './bytes.ts';
import { type AskBitcoinNode, refusedNothing } from './node.ts';
import { type RawBlock, type RawTransaction, readBlock, readTransaction } from './raw.ts';
import { type BitcoinRoom, NOT_FOUND, orNull, scriptOf, whole } from './room.ts';

type Reads = Pick<
  OutputChain,
  | 'checkChain'
  | 'head'
  | 'finalNumber'
  | 'blockAt'
  | 'blockByHash'
  | 'transfersOf'
  | 'pooledHashes'
  | 'pooledTransfers'
  | 'tokenAt'
  | 'balancesAt'
>;

interface RpcHeader {
  readonly hash: string;
  readonly height: number;
  readonly confirmations: number;
  readonly previousblockhash?: string;
  readonly time: number;
}

interface RpcScan {
  readonly success: boolean;
  readonly bestblock: string;
  readonly unspents: readonly { readonly scriptPubKey: string; readonly amount: string | number }[];
}

/** The next block may spend a coinbase output once it has so many. */
const COINBASE_CONFIRMATIONS = 100;
const OUT_OF_RANGE = -8;

/** Blocks, transfers and balances, as the node has them now. */
export function bitcoinReads(room: BitcoinRoom): Reads {
  const { network, node } = room;
  const { ask } = node;
  return {
    async checkChain() {
      const genesis = await ask<string>('getblockhash', [0]);
      if (genesis !== network.genesisHash)
        throw new ChainError('WRONG_CHAIN', `The node serves another chain than ${network.chainId}`);
      const indices = await ask<{ readonly txindex?: { readonly synced: boolean } }>('getindexinfo', []);
      if (indices.txindex?.synced !== true)
        throw new ChainError(
          'NODE_REFUSED',
          'The node has no whole index of transactions: start it with txindex=1',
        );
    },
    async head() {
      const best = await standing(ask, await ask<string>('getbestblockhash', []));
      if (best === null) throw new ChainError('NODE_INCONSISTENT', 'The node has no newest block');
      return best;
    },
    finalNumber: async () => null,
    async blockAt(number) {
      const hash = await orNull(OUT_OF_RANGE, () => ask<string>('getblockhash', [number]));
      return hash === null ? null : standing(ask, hash);
    },
    blockByHash: (hash) => standing(ask, hash),
    async transfersOf(blockHash) {
      const read = await blockOf(ask, blockHash);
      if (read === null || (await standing(ask, blockHash)) === null) return null;
      return read.transactions.flatMap((transaction) => transfersIn(room, transaction));
    },
    pooledHashes: () => node.ask<readonly string[]>('getrawmempool', []),
    async pooledTransfers(hashes) {
      const answers = await node.askEach<string>(
        'getrawtransaction',
        hashes.map((hash) => [hash, 0]),
      );
      return answers.map((answer, at) => {
        if (answer instanceof ChainError) return refusedNothing(answer, NOT_FOUND);
        const read = whole(() => readTransaction(fromHex(answer)));
        if (read.hash !== hashes[at])
          throw new ChainError('NODE_INCONSISTENT', 'The node answers with another transaction');
        return transfersIn(room, read);
      });
    },
    tokenAt: async () => {
      throw new RangeError('Bitcoin has no tokens');
    },
    async balancesAt(addresses, asset, blockHash) {
      if (asset.contract !== null) throw new RangeError('Bitcoin has no tokens');
      const scripts = addresses.map((address) => Buffer.from(scriptOf(address, network)).toString('hex'));
      return sumsOf(room, scripts, blockHash);
    },
  };
}

/** Null unless the node's present chain holds the block. */
async function standing(ask: AskBitcoinNode, hash: string): Promise<BlockRef | null> {
  const read = await orNull(NOT_FOUND, () => ask<RpcHeader>('getblockheader', [hash]));
  if (read === null || read.confirmations < 1) return null;
  return refOf(read);
}

function refOf({ hash, height, previousblockhash, time }: RpcHeader): BlockRef {
  return { number: height, hash, parentHash: previousblockhash ?? '0'.repeat(64), timeMs: time * 1000 };
}

/** The whole block with this hash; null if the node does not have it. */
export async function blockOf(ask: AskBitcoinNode, hash: string): Promise<RawBlock | null> {
  const hex = await orNull(NOT_FOUND, () => ask<string>('getblock', [hash, 0]));
  if (hex === null) return null;
  const read = whole(() => readBlock(fromHex(hex)));
  if (read.hash !== hash)
    throw new ChainError('NODE_INCONSISTENT', 'The node answers with another block than the one asked for');
  return read;
}

/** The outputs that pay an address, with their places. */
function transfersIn(
  { network, coin }: BitcoinRoom,
  { hash, outputs, isCoinbase }: RawTransaction,
): ChainTransfer[] {
  const least = isCoinbase ? { confirmationsLeast: COINBASE_CONFIRMATIONS } : {};
  return outputs.flatMap(({ amount, script }, ordinal): ChainTransfer[] => {
    const to = addressOfScript(script, network);
    if (to === null || amount === 0n) return [];
    return [{ transactionHash: hash, ordinal, from: '', to, contract: null, asset: coin, amount, ...least }];
  });
}

/** Sums of the unspent outputs of scripts, in their order. */
async function sumsOf(
  { patiently }: BitcoinRoom,
  scripts: readonly string[],
  blockHash: string,
): Promise<readonly bigint[]> {
  const objects = scripts.map((script) => `raw(${script})`);
  const answer = await patiently<RpcScan>('scantxoutset', ['start', objects]);
  if (answer.success !== true || answer.bestblock !== blockHash)
    throw new ChainError('NODE_INCONSISTENT', 'The chain moved while its outputs were summed');
  const sums = new Map<string, bigint>();
  for (const { scriptPubKey, amount } of answer.unspents)
    sums.set(scriptPubKey, (sums.get(scriptPubKey) ?? 0n) + satoshi(amount));
  return scripts.map((script) => sums.get(script) ?? 0n);
}
