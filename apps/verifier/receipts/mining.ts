import type { KernelEvent, MiningConvertedEvent, MiningEvent } from '@candor/kernel';
import { quoteHeld, type Told } from './rows.ts';
import { type JsonObject, jsonOf, type Names } from './values.ts';

/** Movements of a user's node, by the words of their receipts. */
const KINDS = {
  miningJoined: 'joined',
  miningLocked: 'locked',
  miningUnlocked: 'unlocked',
  miningClaimed: 'claimed',
  miningConverted: 'converted',
  miningWithdrawn: 'withdrawn',
  miningReturned: 'returned',
  miningAddressMoved: 'moved',
} as const;

type Move = Extract<MiningEvent, { readonly type: keyof typeof KINDS }>;

/** Writes a movement of mining as its receipt states it: its number names the command and the place among its events. */
export function miningHeld(
  record: JsonObject,
  { seq, timeMs, events }: Told,
  names: Names,
): JsonObject | null {
  const [of, line] = String(record.id).split('.').map(Number);
  const event = of === seq && line !== undefined ? events[line] : undefined;
  if (event === undefined || !isMove(event)) return null;
  const assetId =
    event.type === 'miningConverted' ? event.from.assetId : 'assetId' in event ? event.assetId : null;
  return {
    id: record.id!,
    kind: KINDS[event.type],
    time: timeMs,
    coin: assetId === null ? null : names.coin(assetId),
    amount: assetId === null || !('amount' in event) ? '0' : names.amount(assetId, event.amount),
    held: assetId !== null && 'heldAfter' in event ? names.amount(assetId, event.heldAfter) : null,
    into: event.type === 'miningConverted' ? intoOf(event, names) : null,
    quote: event.type === 'miningConverted' ? quoteHeld(event, names) : null,
    address: 'address' in event ? addressOf(event.address, record) : null,
    scale: assetId === null ? 0 : names.scale(assetId),
    accrual: accrualOf(event),
    seq,
  };
}

const isMove = (event: KernelEvent): event is Move => event.type in KINDS;

function intoOf({ to, arrives, swapId }: MiningConvertedEvent, names: Names): JsonObject {
  return { coin: names.coin(to.assetId), amount: names.amount(to.assetId, arrives), quoteId: swapId };
}

/** An address as the receipt writes it, whose capitals are a checksum alone, where it is the same. */
function addressOf(address: string, record: JsonObject): string {
  const written = String(record.address);
  return written.toLowerCase() === address ? written : address;
}

function accrualOf(event: Move): JsonObject | null {
  if (!('spans' in event)) return null;
  const { held, fromSeconds, toSeconds, spans, carried, earned } = event;
  const isClaim = event.type === 'miningClaimed';
  return {
    held: `${held}`,
    fromSeconds,
    toSeconds,
    spans: jsonOf(spans),
    carried: `${carried}`,
    earned: `${earned}`,
    paid: isClaim ? `${event.amount}` : '0',
    rest: isClaim ? `${event.rest}` : `${earned}`,
  };
}
