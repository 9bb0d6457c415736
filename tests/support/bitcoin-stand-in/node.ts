import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BITCOIN_REGTEST } from '@candor/chains';
import { merkleRoot, readBlock, readTransaction, scriptOfAddress } from '@candor/chains/bitcoin';
import { StandInPool } from './mempool.ts';
import { RuleError, type Spendable } from './rules.ts';
import { blockOf, coinbaseOf, GENESIS, hash256 } from './writing.ts';

interface Block {
  readonly hash: string;
  readonly parentHash: string;
  readonly height: number;
  readonly raw: string;
  readonly time: number;
  /** In the block's order. */
  readonly transactions: readonly { readonly hash: string; readonly raw: string }[];
}

/**
 * A stand-in of Bitcoin Core on regtest for tests where there is none: it speaks Core's RPC with Core's codes and words,
 * makes blocks with their proof of work, and verifies every signature of P2WPKH. It is not Core: it runs no other scripts,
 * has no peers, no wallet and no disk.
 */
export interface BitcoinStandIn {
  readonly url: string;
  readonly pool: StandInPool;
  /** Mines blocks with all that the pool holds, or exactly what is given. Returns their hashes. */
  mine(blocks?: number, to?: string, transactions?: readonly string[]): string[];
  /** Leaves the newest blocks; their transactions return to the pool unless `forget`. */
  unwind(depth: number, forget?: boolean): void;
  readonly height: number;
  /** The first transaction of a block, and what its first output holds. */
  coinbaseOf(block: string): { readonly hash: string; readonly amount: bigint };
  /** Answers every call with a failure while it is set. */
  isAway: boolean;
  /** Fee that it estimates, in coins per 1000 virtual bytes; null where it has too little to go by. */
  feeEstimate: string | null;
  /** Number of calls of each method so far. */
  readonly asked: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

const NOWHERE = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

export async function startBitcoinStandIn(): Promise<BitcoinStandIn> {
  const genesis = readBlock(Uint8Array.from(Buffer.from(GENESIS, 'hex')));
  const chain: Block[] = [
    {
      hash: genesis.hash,
      parentHash: genesis.parentHash,
      height: 0,
      raw: GENESIS,
      time: genesis.timeMs / 1000,
      transactions: [{ hash: genesis.transactions[0]!.hash, raw: GENESIS.slice(162) }],
    },
  ];
  const stale = new Map<string, Block>();
  let outputs = new Map<string, Spendable>();
  let salt = 0;
  const state: { isAway: boolean; feeEstimate: string | null } = { isAway: false, feeEstimate: '0.00001' };
  const tip = () => chain.at(-1)!;
  const blockWith = (hash: string) =>
    chain.find(({ transactions }) => transactions.some((each) => each.hash === hash));
  const pool = new StandInPool(() => ({
    height: tip().height,
    isOnChain: (hash) => blockWith(hash) !== undefined,
    find: (hash, index) => outputs.get(`${hash}:${index}`),
  }));

  function apply(block: Block): void {
    for (const { hash, raw } of block.transactions) {
      const { inputs, outputs: made, isCoinbase } = readTransaction(Uint8Array.from(Buffer.from(raw, 'hex')));
      if (!isCoinbase) for (const input of inputs) outputs.delete(`${input.hash}:${input.index}`);
      for (const [index, output] of made.entries())
        if (output.script[0] !== 0x6a)
          outputs.set(`${hash}:${index}`, { ...output, height: block.height, isCoinbase });
    }
  }

  function mine(blocks = 1, to = NOWHERE, given?: readonly string[]): string[] {
    return Array.from({ length: blocks }, () => {
      const height = tip().height + 1;
      const entries = given === undefined ? pool.inOrder() : given.map((raw) => ({ raw, ...checked(raw) }));
      const fees = entries.reduce((sum, { fee }) => sum + fee, 0n);
      const time = Math.max(tip().time + 1, Math.floor(Date.now() / 1000));
      const script = scriptOfAddress(to, BITCOIN_REGTEST);
      if (script === null) throw new RuleError(-5, 'Error: Invalid address');
      salt += 1;
      const coinbase = coinbaseOf({
        height,
        salt,
        script,
        fees,
        transactions: entries.map(({ raw }) => raw),
      });
      const raws = [coinbase, ...entries.map(({ raw }) => raw)];
      const transactions = raws.map((raw) => ({
        raw,
        hash: readTransaction(Uint8Array.from(Buffer.from(raw, 'hex'))).hash,
      }));
      const raw = blockOf(tip().hash, merkleRoot(transactions.map(({ hash }) => hash)), time, raws);
      const block = {
        hash: hash256(raw.slice(0, 160)),
        parentHash: tip().hash,
        height,
        raw,
        time,
        transactions,
      };
      chain.push(block);
      apply(block);
      for (const { hash } of transactions) pool.entries.delete(hash);
      dropConflicts();
      return block.hash;
    });
  }

  /** Verifies a transaction that a test puts into a block without the pool. */
  function checked(raw: string): { readonly fee: bigint } {
    const { inputs, outputs: made } = readTransaction(Uint8Array.from(Buffer.from(raw, 'hex')));
    const spent = inputs.reduce((sum, { hash, index }) => {
      const output = outputs.get(`${hash}:${index}`);
      if (output === undefined) throw new RuleError(-25, 'bad-txns-inputs-missingorspent');
      return sum + output.amount;
    }, 0n);
    return { fee: spent - made.reduce((sum, { amount }) => sum + amount, 0n) };
  }

  /** Drops from the pool what a block made impossible. */
  function dropConflicts(): void {
    for (const { transaction } of [...pool.entries.values()])
      for (const { hash, index } of transaction.inputs)
        if (!outputs.has(`${hash}:${index}`) && !pool.entries.has(hash)) pool.evict(transaction.hash);
  }

  function unwind(depth: number, forget = false): void {
    const left = chain.splice(chain.length - depth, depth);
    outputs = new Map();
    for (const block of chain.slice(1)) apply(block);
    for (const block of left) stale.set(block.hash, block);
    for (const { transactions } of forget ? [] : left)
      for (const { raw } of transactions.slice(1)) {
        try {
          pool.add(raw);
        } catch (error) {
          if (!(error instanceof RuleError)) throw error;
        }
      }
    dropConflicts();
  }

  const found = (hash: string): Block => {
    const block = chain.find((each) => each.hash === hash) ?? stale.get(hash);
    if (block === undefined) throw new RuleError(-5, 'Block not found');
    return block;
  };
  const confirmationsOf = (block: Block) => (chain.includes(block) ? tip().height - block.height + 1 : -1);
  const calls: Readonly<Record<string, (...args: never[]) => unknown>> = {
    getblockcount: () => tip().height,
    getbestblockhash: () => tip().hash,
    getblockhash(height: number) {
      const block = chain[height];
      if (block === undefined) throw new RuleError(-8, 'Block height out of range');
      return block.hash;
    },
    getblockheader(hash: string) {
      const block = found(hash);
      const previous = block.height === 0 ? {} : { previousblockhash: block.parentHash };
      return {
        hash,
        height: block.height,
        time: block.time,
        confirmations: confirmationsOf(block),
        ...previous,
      };
    },
    getblock: (hash: string, verbosity: number) => {
      if (verbosity !== 0) throw new RuleError(-8, 'The stand-in gives raw blocks alone');
      return found(hash).raw;
    },
    getindexinfo: () => ({ txindex: { synced: true, best_block_height: tip().height } }),
    getrawtransaction(hash: string, verbosity: number) {
      const block = blockWith(hash);
      const raw = block?.transactions.find((each) => each.hash === hash)?.raw ?? pool.entries.get(hash)?.raw;
      if (raw === undefined)
        throw new RuleError(
          -5,
          'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
        );
      if (verbosity === 0) return raw;
      const place =
        block === undefined ? {} : { blockhash: block.hash, confirmations: confirmationsOf(block) };
      return { txid: hash, hex: raw, ...place };
    },
    gettxout(hash: string, index: number, withPool = true) {
      if (withPool && pool.spender(hash, index) !== undefined) return null;
      const pooled = withPool ? pool.entries.get(hash)?.transaction.outputs[index] : undefined;
      const output = outputs.get(`${hash}:${index}`) ?? pooled;
      if (output === undefined) return null;
      return {
        bestblock: tip().hash,
        value: coins(output.amount),
        scriptPubKey: { hex: Buffer.from(output.script).toString('hex') },
      };
    },
    sendrawtransaction: (raw: string) => pool.add(raw),
    getrawmempool: () => [...pool.entries.keys()],
    getmempoolinfo: () => ({ mempoolminfee: coins(pool.leastRate * 1000n), minrelaytxfee: coins(1000n) }),
    estimatesmartfee: () =>
      state.feeEstimate === null
        ? { errors: ['Insufficient data or no feerate found'], blocks: 3 }
        : { feerate: state.feeEstimate, blocks: 3 },
    scantxoutset(_: string, descriptors: readonly string[]) {
      const scripts = new Set(descriptors.map((each) => /^raw\(([0-9a-f]+)\)$/.exec(each)?.[1]));
      const unspents = [...outputs].flatMap(([key, { amount, script }]) => {
        const scriptPubKey = Buffer.from(script).toString('hex');
        const [txid, vout] = key.split(':');
        return scripts.has(scriptPubKey)
          ? [{ txid, vout: Number(vout), scriptPubKey, amount: coins(amount) }]
          : [];
      });
      return { success: true, bestblock: tip().hash, height: tip().height, unspents };
    },
    generatetoaddress: (blocks: number, to: string) => mine(blocks, to),
  };

  const counts: Record<string, number> = {};
  function answer({ id, method, params }: RpcRequest) {
    counts[method] = (counts[method] ?? 0) + 1;
    try {
      const call = calls[method];
      if (call === undefined) throw new RuleError(-32601, 'Method not found');
      return { result: call(...params), error: null, id };
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      return { result: null, error: { code: error.code, message: error.message }, id };
    }
  }

  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      if (request.headers.authorization !== `Basic ${Buffer.from('stand:in').toString('base64')}`) {
        response.writeHead(401).end();
        return;
      }
      if (state.isAway) {
        response.writeHead(503).end('Work queue depth exceeded');
        return;
      }
      const asked = JSON.parse(text) as RpcRequest | readonly RpcRequest[];
      const send = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(withNumbers(body));
      // Core answers a batch with 200, whatever becomes of each.
      if (Array.isArray(asked)) return send(200, asked.map(answer));
      const body = answer(asked as RpcRequest);
      send(body.error === null ? 200 : 500, body);
    });
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://stand:in@127.0.0.1:${port}`,
    pool,
    mine,
    unwind,
    asked: counts,
    coinbaseOf(hash) {
      const [first] = found(hash).transactions;
      return { hash: first!.hash, amount: outputs.get(`${first!.hash}:0`)!.amount };
    },
    get height() {
      return tip().height;
    },
    get isAway() {
      return state.isAway;
    },
    set isAway(away: boolean) {
      state.isAway = away;
    },
    get feeEstimate() {
      return state.feeEstimate;
    },
    set feeEstimate(coins: string | null) {
      state.feeEstimate = coins;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface RpcRequest {
  readonly id: number;
  readonly method: string;
  readonly params: never[];
}

/** Amounts are numbers with eight decimals in Core's JSON. */
interface Coins {
  readonly coins: string;
}
const coins = (satoshi: bigint): Coins => ({
  coins: `${satoshi / 100_000_000n}.${(satoshi % 100_000_000n).toString().padStart(8, '0')}`,
});
const withNumbers = (body: object): string =>
  JSON.stringify(body).replaceAll(/\{"coins":"([\d.]+)"\}/g, '$1');

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}
