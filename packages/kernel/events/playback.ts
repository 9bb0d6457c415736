import type { Amount, PriceTicks } from '@candor/money';
import type { BalanceEvent, EntryEvent, KernelEvent, Posting } from '../events.ts';
import { PRACTICE_CUSTODY } from '../ledger/accounts.ts';
import { ENTRY_KINDS } from '../ledger/entry-kinds.ts';
import { userOf, walletName } from '../ledger/wallets.ts';
import { layoutOf, playerOf } from './packed.ts';
import { posting } from './posting.ts';
import * as r from './records.ts';
import type { TapeChunk } from './tape.ts';

/** Makes the events of a stretch of tape. The last two are where the texts and notes of the command begin. */
export function playback(
  chunk: TapeChunk,
  from: number,
  to: number,
  textsStart: number,
  notesStart: number,
): KernelEvent[] {
  const events: KernelEvent[] = [];
  let at = from;
  while (at < to) {
    if ((chunk.words[2 * at]! & r.KIND_MASK) === r.NOTE) {
      events.push(chunk.notes[notesStart + chunk.words[2 * at + 1]! - 1]!);
      at += r.NOTE_SIZE;
    } else {
      at += play(chunk, at, textsStart, events);
    }
  }
  return events;
}

/** Makes the events of one record and returns its size. */
function play(chunk: TapeChunk, at: number, textsStart: number, events: KernelEvent[]): number {
  switch (chunk.words[2 * at]! & r.KIND_MASK) {
    case r.BALANCE:
      events.push(balance(chunk, at));
      return r.BALANCE_SIZE;
    case r.INDEX: {
      const priceTicks = chunk.words[2 * (at + 2)]!;
      events.push({
        type: 'index',
        tickNo: chunk.numbers[at + 1]!,
        symbolId: chunk.words[2 * at + 1]!,
        priceTicks: priceTicks === 0 ? null : (priceTicks as PriceTicks),
        venuesUsed: chunk.words[2 * (at + 2) + 1]!,
      });
      return r.INDEX_SIZE;
    }
    case r.CATALOGUE:
      events.push({ type: 'catalogue' });
      return r.CATALOGUE_SIZE;
    case r.PRACTICE_FUNDS:
      events.push(practiceFunds(chunk, at));
      return r.PRACTICE_FUNDS_SIZE;
    case r.ENTRY:
      events.push(entry(chunk, at));
      return r.ENTRY_HEAD_SIZE + r.POSTING_SIZE * chunk.words[2 * at + 1]!;
    case r.PACKED: {
      const layout = layoutOf(chunk.words[2 * at]! >> r.CODE_SHIFT);
      events.push(layout.read(chunk, at));
      return layout.size;
    }
    default:
      return playerOf(chunk.words[2 * at]! & r.KIND_MASK)(chunk, at, textsStart, events);
  }
}

function balance(chunk: TapeChunk, at: number): BalanceEvent {
  const { words, numbers, cells } = chunk;
  return {
    type: 'balance',
    userId: userOf(numbers[at + 1]!),
    wallet: walletName(numbers[at + 1]!),
    assetId: words[2 * at + 1]!,
    available: (cells[at + r.TOTAL]! - cells[at + r.HELD]!) as Amount,
    held: cells[at + r.HELD] as Amount,
  };
}

function practiceFunds(chunk: TapeChunk, at: number): EntryEvent {
  const assetId = chunk.words[2 * at + 1]!;
  const amount = chunk.cells[at + 2]!;
  return {
    type: 'entry',
    kind: r.ENTRY_PRACTICE_FUNDS,
    tradeId: 0,
    orderId: 0,
    postings: [
      posting(PRACTICE_CUSTODY, assetId, -amount, chunk.cells[at + 3]!),
      posting(chunk.numbers[at + 1]!, assetId, amount, chunk.cells[at + 4]!),
    ],
  };
}

function entry(chunk: TapeChunk, at: number): EntryEvent {
  const { words, numbers, cells } = chunk;
  const postings: Posting[] = [];
  const end = at + r.ENTRY_HEAD_SIZE + r.POSTING_SIZE * words[2 * at + 1]!;
  for (let i = at + r.ENTRY_HEAD_SIZE; i < end; i += r.POSTING_SIZE) {
    postings.push(posting(numbers[i]!, numbers[i + 1]!, cells[i + 2]!, cells[i + 3]!));
  }
  return {
    type: 'entry',
    kind: ENTRY_KINDS[words[2 * at]! >> r.CODE_SHIFT]!,
    tradeId: numbers[at + 1]!,
    orderId: numbers[at + 2]!,
    postings,
  };
}
