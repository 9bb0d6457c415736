import type { CallData, Calls } from '@candor/api';
import { type Command, type Outcome, outcomeAs, type StreamView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { streamedUnits } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import { LIST_PATIENCE_MS } from '../../base/records/paging.ts';
import { type Act, actKey, errorKeyOfRejection, repeatOf } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText, readAmount, swapQuoteRowOf } from '../../engine/values/index.ts';
import { hearMoves, type Moved, whole } from './heard-moves.ts';
import { rewardRowsOf, termsHashOf } from './rows.ts';

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

export interface NodeActsDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
}

/** The coin that everything leaves through. */
const WAY_OUT = 'USDT';

/**
 * Acts on a node. Each answers with what it did itself, never with the node as it stands: a repeated key gets the first
 * answer, whatever happened since.
 */
export function createNodeActs(deps: NodeActsDeps) {
  const { core, history, catalogues } = deps;
  const moved = hearMoves(core, history);

  async function submit(userId: number, body: Command, headerKey: string | null, asked: Act = body) {
    const act = { userId, ...actKey(body.type, headerKey, null, asked) };
    return done((await core.submit({ ...act, body })).outcome);
  }

  const sends = (userId: number, body: Command, headerKey: string | null) => async () =>
    outcomeAs(await submit(userId, body, headerKey), 'earn').id;

  return {
    async lock(
      userId: number,
      { amount, termsHash }: { readonly amount: string; readonly termsHash: string },
      headerKey: string | null,
    ): Promise<Data<'lockMining'>> {
      const wanted = { type: 'lockMining', ...(await amountIn(deps, amount)) } as const;
      const asked = { ...wanted, termsHash } as Act;
      const stream = await streamNow(deps);
      // the ledger refuses what was accepted by other gears than those that hold when it gets there
      const body: Command = { ...wanted, termsNo: stream.termsNo };
      const isAccepted = termsHash === termsHashOf(catalogues.current(), stream);
      const send = async () => {
        if (isAccepted) return outcomeAs(await submit(userId, body, headerKey, asked), 'earn').id;
        // terms that were accepted then are the terms of a used key
        const act = { userId, ...actKey(body.type, headerKey, null, asked) };
        const earlier = await repeatOf(core, act);
        if (earlier === null) throw new Refusal('MINING_TERMS_CHANGED');
        return outcomeAs(done(earlier.outcome), 'earn').id;
      };
      return nodeOf(catalogues, await moved(userId, 'locked', send));
    },
    async unlock(userId: number, amount: string, headerKey: string | null): Promise<Data<'unlockMining'>> {
      const body: Command = { type: 'unlockMining', ...(await amountIn(deps, amount)) };
      return nodeOf(catalogues, await moved(userId, 'unlocked', sends(userId, body, headerKey)));
    },
    async claim(userId: number, headerKey: string | null): Promise<Data<'claimMining'>> {
      const { assetId } = await streamNow(deps);
      const body: Command = { type: 'claimMining', assetId };
      const claim = await moved(userId, 'claimed', sends(userId, body, headerKey));
      const rewards = rewardRowsOf(catalogues.current(), [{ assetId, amount: whole(claim.rewards) }]);
      return { ...nodeOf(catalogues, claim), rewards };
    },
    async quote(
      userId: number,
      amount: string,
      headerKey: string | null,
    ): Promise<Data<'quoteMiningConversion'>> {
      const { assetId: fromAssetId, amount: given } = await amountIn(deps, amount);
      const toAssetId = catalogues.current().asset(WAY_OUT).assetId;
      const body: Command = { type: 'quoteMiningRewards', fromAssetId, toAssetId, amount: given };
      const { swapId } = outcomeAs(await submit(userId, body, headerKey), 'swap');
      const quote = await quoteOf(deps, userId, swapId);
      if (quote === null) throw new Refusal('OUTCOME_UNKNOWN');
      return swapQuoteRowOf(catalogues.current(), quote);
    },
    async convert(userId: number, swapId: number, headerKey: string | null): Promise<Data<'convertMining'>> {
      const body: Command = { type: 'convertMiningRewards', swapId };
      const converted = await moved(
        userId,
        'converted',
        async () => outcomeAs(await submit(userId, body, headerKey), 'swap').swapId,
      );
      return conversionOf(catalogues, converted);
    },
  };
}

/** @throws Refusal MINING_CLOSED before the first terms */
async function streamNow({ core }: NodeActsDeps): Promise<StreamView> {
  const { streams } = await core.ask('miningState');
  if (streams[0] === undefined) throw new Refusal('MINING_CLOSED');
  return streams[0];
}

function done(outcome: Outcome) {
  if (!outcome.ok) throw new Refusal(errorKeyOfRejection(outcome.code));
  return outcome;
}

/** Amounts of the coin that is locked and paid. */
async function amountIn(deps: NodeActsDeps, amount: string) {
  const { assetId } = await streamNow(deps);
  const { scale } = deps.catalogues.current().assetById(assetId);
  return { assetId, amount: readAmount(amount, scale, 'amount') };
}

/** A quote that is open, or was; null where none of that number is known. */
async function quoteOf({ core, history }: NodeActsDeps, userId: number, swapId: number) {
  const open = await core.ask('swapQuote', userId);
  if (open?.swapId === swapId) return open;
  await history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);
  return history.swaps.quote(userId, swapId);
}

/** The node right after a movement. */
function nodeOf(catalogues: CatalogueFollower, { assetId = 0, heldAfter, held, earned, rest, seq }: Moved) {
  const text = (amount: Amount) => amountText(catalogues.current(), assetId, amount);
  return {
    held: text(whole(heldAfter ?? held)),
    accrued: text(streamedUnits(whole(rest ?? earned)) as Amount),
    seq,
  };
}

/** A conversion, and the rewards in both coins right after it. */
function conversionOf(catalogues: CatalogueFollower, done: Moved): Data<'convertMining'> {
  const catalogue = catalogues.current();
  const [from, to] = [done.from!.assetId, done.to!.assetId];
  const rewards: readonly { assetId: number; amount: Amount }[] = [
    { assetId: from, amount: whole(done.fromRewards) },
    { assetId: to, amount: whole(done.toRewards) },
  ];
  return {
    from: catalogue.assetById(from).code,
    to: catalogue.assetById(to).code,
    amount: amountText(catalogue, from, whole(done.amount)),
    arrives: amountText(catalogue, to, whole(done.arrives)),
    rewards: rewardRowsOf(catalogue, rewards),
    seq: done.seq,
  };
}
