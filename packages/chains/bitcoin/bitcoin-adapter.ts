import { ChainError } from '../chain-error.ts';
import type { BlockRef, ChainAsset, ChainTransfer, OutputChain } from '../port.ts';
import { addressOfScript, normaliseBitcoinAddress, scriptOfAddress } from './addresses.ts';
import { broadcastBitcoin } from './broadcast.ts';
import { fromHex } from './bytes.ts';
import { mergeOf, selectCoins } from './coins.ts';
import { bitcoinNetworkOf } from './networks.ts';
import { connectBitcoinNode, refusedNothing } from './node.ts';
import { buildPsbt } from './psbt.ts';
import { type RawBlock, type RawTransaction, readBlock, readTransaction } from './raw.ts';
import { statusOfBitcoin } from './status.ts';

export interface BitcoinOptions {
  /** http://user:password@host:port of Bitcoin Core, which keeps all transactions (txindex=1). */
  readonly url: string;
  readonly chainId: string;
  readonly assets: readonly ChainAsset[];
  readonly timeoutMs?: number;
  /** The price on a network whose coins are worth nothing and which has no estimates, as Core's own `fallbackfee`. */
  readonly fallbackRate?: bigint;
}

interface RpcHeader {
  readonly hash: string;
  readonly height: number;
  readonly confirmations: number;
  readonly previousblockhash?: string;
  readonly time: number;
}

/** The next block may spend a coinbase output once it has so many. */
const COINBASE_CONFIRMATIONS = 100;
const NOT_FOUND = -5;
const OUT_OF_RANGE = -8;
const DECIMALS = 8;
/** A payment should be in one of so many next blocks. */
const TARGET_BLOCKS = 3;
const MINUTES = 60_000;

/** Opens a Bitcoin network behind Bitcoin Core. Nothing is sent before the first method is called. */
export function createBitcoinAdapter({
  url,
  chainId,
  assets,
  timeoutMs,
  fallbackRate,
}: BitcoinOptions): OutputChain {
  const found = bitcoinNetworkOf(chainId);
  if (found === null) throw new RangeError(`${chainId} is no network of Bitcoin that is served`);
  const network = found;
  const node = connectBitcoinNode(url, timeoutMs);
  const { ask } = node;
  const scan = connectBitcoinNode(url, 10 * MINUTES).ask;
  const coin = assets.find(({ contract }) => contract === null) ?? null;

  async function header(hash: string): Promise<RpcHeader | null> {
    return orNull(NOT_FOUND, () => ask<RpcHeader>('getblockheader', [hash]));
  }

  /** Null unless the node's present chain holds the block. */
  async function standing(hash: string): Promise<BlockRef | null> {
    const read = await header(hash);
    if (read === null || read.confirmations < 1) return null;
    return refOf(read);
  }

  async function block(hash: string): Promise<RawBlock | null> {
    const hex = await orNull(NOT_FOUND, () => ask<string>('getblock', [hash, 0]));
    if (hex === null) return null;
    const read = whole(() => readBlock(fromHex(hex)));
    if (read.hash !== hash)
      throw new ChainError('NODE_INCONSISTENT', 'The node answers with another block than the one asked for');
    return read;
  }

  /** The outputs that pay an address, with their places. */
  function transfers({ hash, outputs, isCoinbase }: RawTransaction): ChainTransfer[] {
    const least = isCoinbase ? { confirmationsLeast: COINBASE_CONFIRMATIONS } : {};
    return outputs.flatMap(({ amount, script }, ordinal): ChainTransfer[] => {
      const to = addressOfScript(script, network);
      if (to === null || amount === 0n) return [];
      return [
        { transactionHash: hash, ordinal, from: '', to, contract: null, asset: coin, amount, ...least },
      ];
    });
  }

  return {
    chainId: network.chainId,
    assets,
    normaliseAddress: (text) => normaliseBitcoinAddress(text, network),
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
      const best = await standing(await ask<string>('getbestblockhash', []));
      if (best === null) throw new ChainError('NODE_INCONSISTENT', 'The node has no newest block');
      return best;
    },
    finalNumber: async () => null,
    async blockAt(number) {
      const hash = await orNull(OUT_OF_RANGE, () => ask<string>('getblockhash', [number]));
      return hash === null ? null : standing(hash);
    },
    blockByHash: standing,
    async transfersOf(blockHash) {
      const read = await block(blockHash);
      if (read === null || (await standing(blockHash)) === null) return null;
      return read.transactions.flatMap(transfers);
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
        return transfers(read);
      });
    },
    tokenAt: async () => {
      throw new RangeError('Bitcoin has no tokens');
    },
    async balancesAt(addresses, asset, blockHash) {
      if (asset.contract !== null) throw new RangeError('Bitcoin has no tokens');
      const scripts = addresses.map((address) => {
        const script = scriptOfAddress(address, network);
        if (script === null) throw new RangeError(`${address} is no address`);
        return Buffer.from(script).toString('hex');
      });
      const objects = scripts.map((script) => `raw(${script})`);
      const answer = await scan<RpcScan>('scantxoutset', ['start', objects]);
      if (answer.success !== true || answer.bestblock !== blockHash)
        throw new ChainError('NODE_INCONSISTENT', 'The chain moved while its outputs were summed');
      const sums = new Map<string, bigint>();
      for (const { scriptPubKey, amount } of answer.unspents)
        sums.set(scriptPubKey, (sums.get(scriptPubKey) ?? 0n) + satoshi(amount));
      return scripts.map((script) => sums.get(script) ?? 0n);
    },
    async feeRate() {
      const [estimate, pool] = await Promise.all([
        ask<{ readonly feerate?: string | number }>('estimatesmartfee', [TARGET_BLOCKS]),
        ask<{ readonly mempoolminfee: string | number; readonly minrelaytxfee: string | number }>(
          'getmempoolinfo',
          [],
        ),
      ]);
      const named = estimate.feerate === undefined ? fallbackRate : perVirtualByte(estimate.feerate);
      if (named === undefined) return null;
      const least = [pool.mempoolminfee, pool.minrelaytxfee].map(perVirtualByte);
      return least.reduce((highest, rate) => (rate > highest ? rate : highest), named);
    },
    async rawTransaction(hash) {
      const hex = await orNull(NOT_FOUND, () => ask<string>('getrawtransaction', [hash, 0]));
      if (hex === null) return null;
      if (whole(() => readTransaction(fromHex(hex))).hash !== hash)
        throw new ChainError('NODE_INCONSISTENT', 'The node answers with another transaction');
      return hex;
    },
    async isUnspent({ hash, index }) {
      return (await ask<object | null>('gettxout', [hash, index, true])) !== null;
    },
    selectCoins({ to, ...terms }) {
      const script = scriptOfAddress(to, network);
      if (script === null) throw new RangeError(`${to} is no address`);
      return selectCoins({ ...terms, scriptLength: script.length });
    },
    mergeCoins: mergeOf,
    buildPayment: ({ inputs, outputs }) =>
      buildPsbt(
        inputs,
        outputs.map(({ to, amount }) => {
          const script = scriptOfAddress(to, network);
          if (script === null) throw new RangeError(`${to} is no address`);
          return { script, amount };
        }),
      ),
    readSigned(raw) {
      const { hash, inputs, outputs } = readTransaction(fromHex(raw));
      return {
        hash,
        inputs: inputs.map(({ hash, index }) => ({ hash, index })),
        outputs: outputs.map(({ script, amount }) => ({ to: addressOfScript(script, network), amount })),
      };
    },
    broadcast: (raw) => broadcastBitcoin(ask, raw),
    status: (transaction, finalAfter) => statusOfBitcoin({ ask, block }, transaction, finalAfter),
  };
}

interface RpcScan {
  readonly success: boolean;
  readonly bestblock: string;
  readonly unspents: readonly { readonly scriptPubKey: string; readonly amount: string | number }[];
}

function refOf({ hash, height, previousblockhash, time }: RpcHeader): BlockRef {
  return { number: height, hash, parentHash: previousblockhash ?? '0'.repeat(64), timeMs: time * 1000 };
}

/** Runs a question whose answer "there is none" is a refusal with this code. */
async function orNull<Answer>(code: number, ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    return refusedNothing(error, code);
  }
}

/** Runs a reader of the node's bytes. Throws ChainError NODE_INCONSISTENT for bytes that contradict themselves. */
function whole<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ChainError('NODE_INCONSISTENT', `The node's bytes are not whole: ${cause.message}`, { cause });
  }
}

/** Reads an amount that the node wrote in coins, as text or as a whole number. */
export function satoshi(coins: string | number): bigint {
  const match = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(String(coins));
  if (match === null) throw new ChainError('NODE_INCONSISTENT', `${coins} is no amount of coins`);
  const [, units = '0', fraction = '', exponent = '0'] = match;
  const places = DECIMALS + Number(exponent) - fraction.length;
  const digits = BigInt(units + fraction);
  if (places >= 0) return digits * 10n ** BigInt(places);
  const step = 10n ** BigInt(-places);
  if (digits % step !== 0n)
    throw new ChainError('NODE_INCONSISTENT', `${coins} has more decimals than a coin`);
  return digits / step;
}

/** Satoshi per virtual byte of a rate in coins per 1000 of them, rounded up: a payment is never too cheap. */
function perVirtualByte(coins: string | number): bigint {
  return (satoshi(coins) + 999n) / 1000n;
}
