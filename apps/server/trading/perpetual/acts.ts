import type { ContractReceipt } from '@candor/api';
import type { Command, Done, EntryTrigger, OrderDone } from '@candor/kernel';
import { Refusal } from '../../base/errors/refusal.ts';
import { type ActKey, actKey } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { rowContext } from './context.ts';
import { contractsText } from './figures.ts';
import type { PerpetualFollower } from './listings.ts';
import type { ContractInfo } from './queries.ts';
import { perpetualRefusal } from './refusals.ts';

export interface PerpetualsDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly listings: PerpetualFollower;
}

const PATIENCE_MS = 2_000;

/** Submits an act under a key. @throws Refusal for what the kernel rejects */
export async function submitUnder(
  { core, catalogues, listings }: PerpetualsDeps,
  userId: number,
  { key, bodyHash }: ActKey,
  body: Command,
): Promise<Done> {
  const { outcome } = await core.submit({ userId, key, bodyHash, body });
  if (!outcome.ok) throw perpetualRefusal(catalogues.current(), listings.current(), body, outcome.code);
  return outcome;
}

/** Returns a function that submits acts of users under keys that stand for the whole command. */
export const submitter =
  (deps: PerpetualsDeps) =>
  (userId: number, act: string, headerKey: string | null, body: Command): Promise<Done> =>
    submitUnder(deps, userId, actKey(act, headerKey, null, body), body);

export function receipt(
  { catalogues, listings }: PerpetualsDeps,
  contract: ContractInfo,
  clientOrderId: string | null,
  { orderId, status, filledLots, filledQuote }: OrderDone,
  waitsFor: EntryTrigger['source'] | null = null,
): ContractReceipt {
  const { figures } = rowContext(catalogues, listings);
  return {
    orderId,
    clientOrderId,
    status: waitsFor === null ? status : 'waiting',
    tradedQuantity: contractsText(filledLots),
    averageDealPrice: figures.average(contract, filledLots, filledQuote),
    ...(waitsFor === null ? {} : { triggerBy: waitsFor }),
  };
}

/** Reads from the read models. A sender whose row is not there yet asks again, under the same key. */
export async function past<T>(
  { core, history }: PerpetualsDeps,
  find: () => Promise<T | null>,
): Promise<T | null> {
  const found = await find();
  if (found !== null) return found;
  if (!(await history.caughtUp(core.status().committedSeq, PATIENCE_MS))) {
    throw new Refusal('OUTCOME_UNKNOWN');
  }
  return find();
}

/** An act on a position, as its sender keyed it. */
export interface OnPosition {
  readonly positionId: number;
  readonly act: string;
  readonly headerKey: string | null;
}

/**
 * The user's own position: an open one, or under a key that was used before one that is over. A new act needs an open
 * one, and waits for no read model. @throws Refusal PERPETUAL_UNKNOWN_POSITION
 */
export async function ownPosition(
  deps: PerpetualsDeps,
  userId: number,
  { positionId, act, headerKey }: OnPosition,
) {
  const { core, history, listings } = deps;
  const open = await core.ask('openPosition', positionId);
  if (open === null) await requireRepeat(deps, userId, act, headerKey);
  const position = open ?? (await past(deps, () => history.perpetual.closedPosition(userId, positionId)));
  if (position === null || position.userId !== userId) throw new Refusal('PERPETUAL_UNKNOWN_POSITION');
  return { direction: position.direction, contract: listings.current().byId(position.symbolId) };
}

async function requireRepeat(
  { core }: PerpetualsDeps,
  userId: number,
  act: string,
  headerKey: string | null,
): Promise<void> {
  const { key } = actKey(act, headerKey, null, { type: 'cancelPerpetualOrders', symbolId: null });
  if (key === null || (await core.ask('usedKey', userId, key, null)) === null)
    throw new Refusal('PERPETUAL_UNKNOWN_POSITION');
}
