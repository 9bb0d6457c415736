import type { CallData, Calls } from '@candor/api';
import { type Command, type KernelEvent, type Outcome, outcomeAs, type StreamView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { MiningMoveKind } from '@candor/projections';
import { streamedUnits } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import { LIST_PATIENCE_MS } from '../../base/records/paging.ts';
import { type Act, actKey, errorKeyOfRejection, hearEvents, repeatOf } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText, readAmount, swapQuoteRowOf } from '../../engine/values/index.ts';
import { rewardRowsOf, termsHashOf } from './rows.ts';

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

export interface NodeActsDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
}

/** The coin that everything leaves through. */
const WAY_OUT = 'USDT';

/** Whole number of an event: as text where it was read again. */
type Whole = bigint | string;

/** Facts of a movement that its answer is made of, as it was told or as it was recorded. */
interface Moved {
  readonly seq: number;
  readonly event: {
    readonly assetId?: number;
    readonly heldAfter?: Whole;
    readonly held?: Whole;
    readonly earned?: Whole;
    readonly rest?: Whole;
    readonly rewards?: Whole;
    readonly from?: { readonly assetId: number };
    readonly to?: { readonly assetId: number };
    readonly amount?: Whole;
    readonly arrives?: Whole;
    readonly fromRewards?: Whole;
    readonly toRewards?: Whole;
  };
}

const keyOf = (kind: MiningMoveKind, moveId: number) => `${kind} ${moveId}`;
const whole = (value: Whole | undefined) => BigInt(value ?? 0) as Amount;

function nameOf(event: KernelEvent): string | null {
  switch (event.type) {
    case 'miningLocked':
      return keyOf('locked', event.moveId);
    case 'miningUnlocked':
      return keyOf('unlocked', event.moveId);
    case 'miningClaimed':
      return keyOf('claimed', event.moveId);
    case 'miningConverted':
      return keyOf('converted', event.swapId);
    default:
      return null;
  }
}

/**
 * Acts on a node. Each answers with what it did itself, never with the node as it stands: a repeated key gets the first
 * answer, whatever happened since.
 */
export function createNodeActs({ core, history, catalogues }: NodeActsDeps) {
  const upToDate = () => history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);
  const moves = hearEvents<Moved>(core, (event, { seq }) => {
    const key = nameOf(event);
    if (key === null || !('userId' in event)) return null;
    return { userId: event.userId as number, key, told: { seq, event: event as Moved['event'] } };
  });

  /** @throws Refusal MINING_CLOSED before the first terms */
  async function streamNow(): Promise<StreamView> {
    const { streams } = await core.ask('miningState');
    if (streams[0] === undefined) throw new Refusal('MINING_CLOSED');
    return streams[0];
  }

  function done(outcome: Outcome) {
    if (!outcome.ok) throw new Refusal(errorKeyOfRejection(outcome.code));
    return outcome;
  }

  async function submit(userId: number, body: Command, headerKey: string | null, asked: Act = body) {
    const act = { userId, ...actKey(body.type, headerKey, null, asked) };
    return done((await core.submit({ ...act, body })).outcome);
  }

  /** Sends a command, and returns the movement that it made; that of its first time where the key is a used one. */
  async function moved(
    userId: number,
    kind: MiningMoveKind,
    send: () => Promise<number>,
  ): Promise<Moved['event'] & { readonly seq: number }> {
    const { moveId, told } = await moves.during(userId, async (heard) => {
      const id = await send();
      return { moveId: id, told: heard(keyOf(kind, id)) };
    });
    if (told !== null) return { ...told.event, seq: told.seq };
    await upToDate();
    const record = await history.mining.moveBy(userId, kind, moveId);
    if (record === null) throw new Refusal('OUTCOME_UNKNOWN');
    return { ...(record.event as Moved['event']), seq: record.seq };
  }

  /** The node right after a movement. */
  function nodeOf({ assetId = 0, heldAfter, held, earned, rest, seq }: Awaited<ReturnType<typeof moved>>) {
    const text = (amount: Amount) => amountText(catalogues.current(), assetId, amount);
    return {
      held: text(whole(heldAfter ?? held)),
      accrued: text(streamedUnits(whole(rest ?? earned)) as Amount),
      seq,
    };
  }

  const sends = (userId: number, body: Command, headerKey: string | null) => async () =>
    outcomeAs(await submit(userId, body, headerKey), 'earn').id;

  /** Amounts of the coin that is locked and paid. */
  async function amountIn(amount: string) {
    const { assetId } = await streamNow();
    return { assetId, amount: readAmount(amount, catalogues.current().assetById(assetId).scale, 'amount') };
  }

  /** A quote that is open, or was; null where none of that number is known. */
  async function quoteOf(userId: number, swapId: number) {
    const open = await core.ask('swapQuote', userId);
    if (open?.swapId === swapId) return open;
    await upToDate();
    return history.swaps.quote(userId, swapId);
  }

  return {
    async lock(
      userId: number,
      { amount, termsHash }: { readonly amount: string; readonly termsHash: string },
      headerKey: string | null,
    ): Promise<Data<'lockMining'>> {
      const body: Command = { type: 'lockMining', ...(await amountIn(amount)) };
      const asked = { ...body, termsHash } as Act;
      const stream = await streamNow();
      const isAccepted = termsHash === termsHashOf(catalogues.current(), stream);
      const send = async () => {
        if (isAccepted) return outcomeAs(await submit(userId, body, headerKey, asked), 'earn').id;
        // terms that were accepted then are the terms of a used key
        const act = { userId, ...actKey(body.type, headerKey, null, asked) };
        const earlier = await repeatOf(core, act);
        if (earlier === null) throw new Refusal('MINING_TERMS_CHANGED');
        return outcomeAs(done(earlier.outcome), 'earn').id;
      };
      return nodeOf(await moved(userId, 'locked', send));
    },
    async unlock(userId: number, amount: string, headerKey: string | null): Promise<Data<'unlockMining'>> {
      const body: Command = { type: 'unlockMining', ...(await amountIn(amount)) };
      return nodeOf(await moved(userId, 'unlocked', sends(userId, body, headerKey)));
    },
    async claim(userId: number, headerKey: string | null): Promise<Data<'claimMining'>> {
      const { assetId } = await streamNow();
      const body: Command = { type: 'claimMining', assetId };
      const claim = await moved(userId, 'claimed', sends(userId, body, headerKey));
      const rewards = rewardRowsOf(catalogues.current(), [{ assetId, amount: whole(claim.rewards) }]);
      return { ...nodeOf(claim), rewards };
    },
    async quote(
      userId: number,
      amount: string,
      headerKey: string | null,
    ): Promise<Data<'quoteMiningConversion'>> {
      const { assetId: fromAssetId, amount: given } = await amountIn(amount);
      const toAssetId = catalogues.current().asset(WAY_OUT).assetId;
      const body: Command = { type: 'quoteMiningRewards', fromAssetId, toAssetId, amount: given };
      const { swapId } = outcomeAs(await submit(userId, body, headerKey), 'swap');
      const quote = await quoteOf(userId, swapId);
      if (quote === null) throw new Refusal('OUTCOME_UNKNOWN');
      return swapQuoteRowOf(catalogues.current(), quote);
    },
    async convert(userId: number, swapId: number, headerKey: string | null): Promise<Data<'convertMining'>> {
      const body: Command = { type: 'convertMiningRewards', swapId };
      const done = await moved(
        userId,
        'converted',
        async () => outcomeAs(await submit(userId, body, headerKey), 'swap').swapId,
      );
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
    },
  };
}
