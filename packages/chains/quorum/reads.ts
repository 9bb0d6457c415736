import { ChainError } from '../chain-error.ts';
import type { AccountChain, BlockRef, ChainCall, ChainTransfer } from '../port.ts';
import { agree, textOf } from './agreement.ts';
import { answered, ENOUGH, type Quorum } from './quorum.ts';

type Reads = Pick<
  AccountChain,
  | 'checkChain'
  | 'head'
  | 'finalNumber'
  | 'blockAt'
  | 'blockByHash'
  | 'transfersOf'
  | 'callTransfersOf'
  | 'balancesAt'
  | 'balanceAt'
  | 'tokenAt'
  | 'isContract'
  | 'codeAt'
  | 'callOf'
  | 'signatoryOf'
>;

/** A node whose head is so many blocks below the others' lags. */
const LAG_BLOCKS = 3;

/** Blocks, transfers, balances and contracts, as two nodes say them alike. */
export function quorumReads(quorum: Quorum): Reads {
  const { node, health } = quorum;
  return {
    async checkChain() {
      await agree((at) => node(at).checkChain(), health, {
        counts: (error) => error instanceof ChainError && error.code === 'WRONG_CHAIN',
      });
    },
    head: () => headOf(quorum),
    /** The highest block that two nodes call final. */
    async finalNumber() {
      const found = await answered(quorum, (at) => node(at).finalNumber());
      const numbers = found.map((number) => number ?? 0).sort((left, right) => right - left);
      return numbers[ENOUGH - 1] ?? 0;
    },
    blockAt: (number) =>
      agree((at) => node(at).blockAt(number), health, { isLag: (block) => block === null }),
    blockByHash: (hash) =>
      agree((at) => node(at).blockByHash(hash), health, { isLag: (block) => block === null }),
    transfersOf: (hash) =>
      agree((at) => node(at).transfersOf(hash), health, { isLag: (transfers) => transfers === null }),
    callTransfersOf: (hash) => callTransfersOf(quorum, hash),
    balancesAt: (addresses, asset, hash) =>
      agree((at) => node(at).balancesAt(addresses, asset, hash), health),
    balanceAt: (address, asset, hash) => agree((at) => node(at).balanceAt(address, asset, hash), health),
    tokenAt: (contract) => agree((at) => node(at).tokenAt(contract), health),
    isContract: (address) => agree((at) => node(at).isContract(address), health),
    codeAt: (address) => agree((at) => node(at).codeAt(address), health),
    callOf: (hash) => callOf(quorum, hash),
    signatoryOf: (address, text, signature) =>
      agree((at) => node(at).signatoryOf(address, text, signature), health),
  };
}

/** The highest block that two nodes hold: one that forks, lags or runs ahead alone decides nothing. */
async function headOf(quorum: Quorum): Promise<BlockRef> {
  const { node, health } = quorum;
  const found = await answered(quorum, async (at) => ({ at, head: await node(at).head() }));
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
}

/** Nodes without traces contradict none: two that have them say it alike, or nobody says it. */
async function callTransfersOf(
  { node, health }: Quorum,
  hash: string,
): Promise<readonly ChainTransfer[] | null> {
  const said: (readonly ChainTransfer[])[] = [];
  const awake = health.awake();
  for (const asked of [awake, health.asleep(awake)]) {
    if (said.length + asked.length < ENOUGH) break;
    const found = await Promise.allSettled(asked.map((at) => node(at).callTransfersOf?.(hash)));
    for (const each of found)
      if (each.status === 'fulfilled' && each.value !== null && each.value !== undefined)
        said.push(each.value);
    const agreed = said.find((one) => said.filter((each) => textOf(each) === textOf(one)).length >= ENOUGH);
    if (agreed !== undefined) return agreed;
  }
  return null;
}

/** Two must say the same of it, its block among them; the confirmations are those of the one that has fewest. */
async function callOf({ node, health }: Quorum, hash: string): Promise<ChainCall | null> {
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
}

function withoutDepth(call: ChainCall | null): string {
  if (call === null || call.included === null) return textOf(call);
  return textOf({ ...call, included: { ...call.included, confirmations: 0 } });
}
