import { setTimeout as sleep } from 'node:timers/promises';
import { ChainError } from '../chain-error.ts';
import type {
  AccountChain,
  ChainCall,
  ChainTransfer,
  FeeEstimate,
  TransactionStatus,
  UnsignedTransaction,
} from '../port.ts';
import { agree, textOf } from './agreement.ts';
import { Health, NODES_OF_QUORUM, type NodeHealth } from './health.ts';

/** A chain behind three nodes, and how each of them answers. */
export interface QuorumAdapter extends AccountChain {
  nodes(): readonly NodeHealth[];
}

export interface QuorumOptions {
  readonly nodes: readonly AccountChain[];
  readonly now: () => number;
  /** Called when a node begins to answer in another way. */
  readonly onChange: (health: NodeHealth) => void;
  /** Heads that come later than this after the second one are not waited for. */
  readonly graceMs?: number;
}

const GRACE_MS = 1_000;
/** Answers that a figure is made of. */
const ENOUGH = 2;
/** A node whose head is so many blocks below the others' lags. */
const LAG_BLOCKS = 3;

/**
 * Reads one chain from three nodes, and takes what two of them say alike: blocks by their hash, transfers by all receipts
 * under a block's hash. Where no two agree it throws NODES_DISAGREE, and the caller asks again later. A transaction is
 * sent to all nodes.
 */
export function createQuorumAdapter({
  nodes,
  now,
  onChange,
  graceMs = GRACE_MS,
}: QuorumOptions): QuorumAdapter {
  const [first] = nodes;
  if (first === undefined || nodes.length !== NODES_OF_QUORUM)
    throw new RangeError(`A chain is read from ${NODES_OF_QUORUM} nodes`);
  const health = new Health(nodes.length, now, onChange);
  const node = (at: number) => nodes[at]!;

  /** The heads of the nodes that answer in time: two of them at least, or an error. */
  const heads = () => answered(async (at) => ({ at, head: await node(at).head() }), health, graceMs);

  return {
    chainId: first.chainId,
    assets: first.assets,
    nodes: () => health.all(),
    normaliseAddress: first.normaliseAddress,
    async checkChain() {
      await agree((at) => node(at).checkChain(), health, {
        counts: (error) => error instanceof ChainError && error.code === 'WRONG_CHAIN',
      });
    },
    /** The highest block that two nodes hold: one that forks, lags or runs ahead alone decides nothing. */
    async head() {
      const found = await heads();
      found.sort((left, right) => right.head.number - left.head.number);
      for (const { head } of found.slice(1)) {
        const block = await agree((at) => node(at).blockAt(head.number), health, {
          isLag: (value) => value === null,
        }).catch((error: unknown) => {
          if (error instanceof ChainError && error.code === 'NODES_DISAGREE') return null;
          throw error;
        });
        if (block === null) continue;
        for (const { at, head: own } of found)
          if (own.number < block.number - LAG_BLOCKS) health.note(at, 'lags');
        return block;
      }
      throw new ChainError('NODES_DISAGREE', 'No two nodes of the chain hold the same newest block');
    },
    /** The highest block that two nodes call final. */
    async finalNumber() {
      const found = await answered((at) => node(at).finalNumber(), health, graceMs);
      const numbers = found.map((number) => number ?? 0).sort((left, right) => right - left);
      return numbers[ENOUGH - 1] ?? 0;
    },
    blockAt: (number) =>
      agree((at) => node(at).blockAt(number), health, { isLag: (block) => block === null }),
    blockByHash: (hash) =>
      agree((at) => node(at).blockByHash(hash), health, { isLag: (block) => block === null }),
    transfersOf: (hash) =>
      agree((at) => node(at).transfersOf(hash), health, { isLag: (transfers) => transfers === null }),
    /** Nodes without traces contradict none: two that have them say it alike, or nobody says it. */
    async callTransfersOf(hash) {
      const said: (readonly ChainTransfer[])[] = [];
      const awake = health.awake();
      for (const asked of [awake, health.asleep(awake)]) {
        if (said.length + asked.length < ENOUGH) break;
        const found = await Promise.allSettled(asked.map((at) => node(at).callTransfersOf?.(hash)));
        for (const each of found)
          if (each.status === 'fulfilled' && each.value !== null && each.value !== undefined)
            said.push(each.value);
        const agreed = said.find(
          (one) => said.filter((each) => textOf(each) === textOf(one)).length >= ENOUGH,
        );
        if (agreed !== undefined) return agreed;
      }
      return null;
    },
    balancesAt: (addresses, asset, hash) =>
      agree((at) => node(at).balancesAt(addresses, asset, hash), health),
    balanceAt: (address, asset, hash) => agree((at) => node(at).balanceAt(address, asset, hash), health),
    tokenAt: (contract) => agree((at) => node(at).tokenAt(contract), health),
    isContract: (address) => agree((at) => node(at).isContract(address), health),
    codeAt: (address) => agree((at) => node(at).codeAt(address), health),
    /** Two must say the same of it, its block among them; the confirmations are those of the one that has fewest. */
    async callOf(hash) {
      const seen: (ChainCall | null)[] = [];
      const one = await agree(
        async (at) => {
          const call = await node(at).callOf(hash);
          seen.push(call);
          return call;
        },
        health,
        { keyOf: withoutDepth, isLag: (call) => call === null || call.included === null },
      );
      if (one === null || one.included === null) return one;
      const same = seen.filter((call) => withoutDepth(call) === withoutDepth(one));
      const depths = same.map((call) => call?.included?.confirmations ?? 0);
      return { ...one, included: { ...one.included, confirmations: Math.min(...depths) } };
    },
    signatoryOf: (address, text, signature) =>
      agree((at) => node(at).signatoryOf(address, text, signature), health),
    /** The middle of three; of two, the lower one: no node alone makes payments dear. */
    async feeEstimate(): Promise<FeeEstimate> {
      const found = await answered((at) => node(at).feeEstimate(), health, graceMs);
      const sorted = found.toSorted((left, right) => compare(left.maxFeePerGas, right.maxFeePerGas));
      return sorted[Math.floor((sorted.length - 1) / 2)]!;
    },
    minedNonce: (address) => agree((at) => node(at).minedNonce(address), health),
    /** Estimates of gas may differ a little, so any two that succeed agree; two must say that it would fail. */
    async buildPayment(payment): Promise<UnsignedTransaction> {
      const built: UnsignedTransaction[] = [];
      const one = await agree(
        async (at) => {
          const unsigned = await node(at).buildPayment(payment);
          built.push(unsigned);
          return unsigned;
        },
        health,
        {
          keyOf: ({ to, value, data, chainId, nonce }) => textOf({ to, value, data, chainId, nonce }),
          counts: (error) => error instanceof ChainError && error.code === 'WOULD_FAIL',
        },
      );
      // The higher of the two: one that is too low would fail and cost its gas.
      return built.reduce((most, each) => (each.gas > most.gas ? each : most), one);
    },
    /** Two must say that it would be refused; why, they may say in words of their own. */
    checkPayment: (payment, blockHash) =>
      agree((at) => node(at).checkPayment(payment, blockHash), health, {
        keyOf: (check) => (check === 'accepted' ? check : 'refused'),
      }),
    readSigned: first.readSigned,
    async broadcast(rawTransaction) {
      const results = await Promise.allSettled(nodes.map((each) => each.broadcast(rawTransaction)));
      for (const [at, result] of results.entries())
        if (result.status === 'rejected' && !isOfTransaction(result.reason))
          health.noteError(at, result.reason);
      const taken = results.find((result) => result.status === 'fulfilled');
      if (taken !== undefined) return taken.value;
      const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      throw errors.find(isOfTransaction) ?? errors[0];
    },
    async status(transaction, finalAfter) {
      const seen: TransactionStatus[] = [];
      try {
        const agreed = await agree(
          async (at) => {
            const status = await node(at).status(transaction, finalAfter);
            seen.push(status);
            return status;
          },
          health,
          { keyOf: withoutConfirmations, isLag: ({ state }) => state === 'unknown' || state === 'pending' },
        );
        if (agreed.state !== 'included') return agreed;
        const same = seen.filter((status) => withoutConfirmations(status) === withoutConfirmations(agreed));
        const confirmations = same.map((status) => (status.state === 'included' ? status.confirmations : 0));
        return { ...agreed, confirmations: Math.min(...confirmations) };
      } catch (error) {
        if (!(error instanceof ChainError) || error.code !== 'NODES_DISAGREE') throw error;
        // Nothing that ends a payment: one node has it in a block, another waits with it, a third never heard of it.
        const knows = seen.filter(({ state }) => state === 'pending' || state === 'included').length;
        return { state: knows >= 2 ? 'pending' : 'unknown' };
      }
    },
  };
}

/** True for what a node says of the transaction itself. */
function isOfTransaction(error: unknown): boolean {
  return error instanceof ChainError && (error.code === 'NODE_REFUSED' || !error.code.startsWith('NODE'));
}

function withoutDepth(call: ChainCall | null): string {
  if (call === null || call.included === null) return textOf(call);
  return textOf({ ...call, included: { ...call.included, confirmations: 0 } });
}

/** Confirmations grow between two questions, and are no contradiction. */
function withoutConfirmations(status: TransactionStatus): string {
  return textOf(status.state === 'included' ? { ...status, confirmations: 0 } : status);
}

/**
 * Answers of the nodes: two at least, or an error. Those that rest are asked where the others do not suffice. What comes
 * later than `graceMs` after the second answer is not waited for.
 */
async function answered<T>(ask: (at: number) => Promise<T>, health: Health, graceMs: number): Promise<T[]> {
  const found: T[] = [];
  const failed: unknown[] = [];
  const awake = health.awake();
  for (const asked of [awake, health.asleep(awake)]) {
    const second = Promise.withResolvers<void>();
    const all = Promise.all(
      asked.map((at) =>
        ask(at).then(
          (value) => {
            found.push(value);
            if (found.length >= ENOUGH) second.resolve();
          },
          (error: unknown) => {
            failed.push(error);
            health.noteError(at, error);
          },
        ),
      ),
    );
    const grace = second.promise.then(() => sleep(graceMs, undefined, { ref: false }));
    await Promise.race([all, grace]);
    if (found.length >= ENOUGH) return [...found];
  }
  throw failed[0] ?? new ChainError('NODE_UNREACHABLE', 'The nodes do not answer');
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
