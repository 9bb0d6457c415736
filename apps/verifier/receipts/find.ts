import type {
  KernelView,
  SecondAcceptedEvent,
  SecondEndedEvent,
  SecondVoidJudgedEvent,
} from '@candor/kernel';
import { type Compared, compare } from './compare.ts';
import { financeHeld, stakingHeld } from './earn.ts';
import { loanHeld } from './loan.ts';
import { miningHeld } from './mining.ts';
import { OtcOrderTold } from './otc.ts';
import { RebateDay } from './rebate.ts';
import {
  contractFillHeld,
  fillHeld,
  marginHeld,
  type PlacedRow,
  settlementHeld,
  swapHeld,
  type Told,
} from './rows.ts';
import { secondHeld, signedTerms } from './second.ts';
import { isObject, type Json, type JsonObject, Names } from './values.ts';

/** Place of a receipt in an exported journal. */
export interface FoundReceipt {
  /** The kind of receipt: "fill", "swap" … or "place" where only the place was given. */
  readonly kind: string;
  readonly seq: number;
  /** The row that holds the command; null where the journal ends before it. */
  readonly row: number | null;
  readonly hashMatches: boolean;
  readonly digestMatches: boolean;
  /** Number of figures that are as the journal has them. */
  readonly figures: number;
  /** All that is not as the journal has it, in words; empty where the receipt stands. */
  readonly findings: readonly string[];
  /** Fields of the receipt that the journal does not hold in this form. */
  readonly notCompared: readonly string[];
}

type Held = (record: JsonObject, told: Told, names: Names) => JsonObject | null;

/**
 * The kinds of receipts by the fields that only they have; a place alone is the last. `held` is null where more than one command
 * says what the receipt states.
 */
const KINDS: readonly {
  readonly kind: string;
  readonly has: readonly string[];
  readonly held: Held | null;
}[] = [
  { kind: 'second contract', has: ['order', 'ticket', 'receipt'], held: null },
  { kind: 'contract fill', has: ['role', 'closedQuantity'], held: contractFillHeld },
  { kind: 'fill', has: ['role', 'feePpm'], held: fillHeld },
  { kind: 'settlement', has: ['kind', 'inputs'], held: settlementHeld },
  { kind: 'margin', has: ['kind', 'saleId', 'receipt'], held: marginHeld },
  { kind: 'swap', has: ['fromLeg', 'toLeg'], held: swapHeld },
  { kind: 'staking order', has: ['investAmount', 'renewalOf'], held: stakingHeld },
  { kind: 'finance order', has: ['investAmount', 'lockDays'], held: financeHeld },
  { kind: 'loan entry', has: ['kind', 'loanId'], held: loanHeld },
  { kind: 'rebate', has: ['carriedMillionths', 'restMillionths'], held: null },
  { kind: 'OTC order', has: ['orderId', 'held', 'clocks', 'entries'], held: null },
  { kind: 'mining movement', has: ['into', 'accrual'], held: miningHeld },
  { kind: 'place', has: [], held: null },
];
/** Under these names a page's copy holds the receipt, beside what the browser recomputed. */
const COPIES = ['fill', 'settlement', 'swap', 'receipt', 'data', 'order', 'entry'] as const;

/** Thrown where a file is not a receipt with its place in the journal. */
export class ReceiptUnreadableError extends Error {
  override readonly name = 'ReceiptUnreadableError';
}

/** Finds one receipt while a journal is replayed, and holds every figure of it against the journal's events. */
export class ReceiptFinder {
  private readonly record: JsonObject;
  private readonly place: JsonObject;
  private readonly kind: (typeof KINDS)[number];
  private readonly seq: number;
  private row: PlacedRow | null = null;
  private told: Told | null = null;
  private accepted: SecondAcceptedEvent | null = null;
  private judged: SecondVoidJudgedEvent | null = null;
  /** Sums of the day of rebates; null for a receipt of another kind. */
  private readonly rebates: RebateDay | null;
  /** All that is told of an OTC order; null for a receipt of another kind. */
  private readonly otc: OtcOrderTold | null;

  /** Takes a receipt as the pages copy it, as the API answers it, or its place alone. Throws ReceiptUnreadableError. */
  constructor(json: unknown) {
    const found = placedIn(json);
    if (found === null)
      throw new ReceiptUnreadableError(
        'This is no receipt: its place in the journal (seq, rowHash, eventsDigest) is missing.',
      );
    ({ record: this.record, place: this.place } = found);
    this.seq = this.place.seq as number;
    this.kind = KINDS.find(({ has }) => has.every((field) => field in this.record))!;
    this.rebates = this.kind.kind === 'rebate' ? new RebateDay(this.record, this.seq) : null;
    this.otc = this.kind.kind === 'OTC order' ? new OtcOrderTold(this.record) : null;
  }

  /** Takes the next row of the journal. */
  see(row: PlacedRow): void {
    const order = this.kind.kind === 'second contract' ? this.record.order : null;
    const contractId = isObject(order) ? order.id : null;
    this.otc?.see(row);
    for (const { stamp, events } of row.commands) {
      this.rebates?.see({ stamp, events });
      if (stamp.seq === this.seq) {
        this.row = row;
        this.told = { seq: stamp.seq, timeMs: stamp.timeMs, events };
      }
      if (contractId === null) continue;
      for (const event of events) {
        if (event.type === 'secondAccepted' && event.terms.contractId === contractId) this.accepted = event;
        if (event.type === 'secondVoidJudged' && event.contractId === contractId) this.judged = event;
      }
    }
  }

  /**
   * Returns what was found; `view` is the state at the last row that was seen, for names and decimals. `isEnd` is false
   * where rows follow that were not checked.
   */
  found(view: KernelView, isEnd = true): FoundReceipt {
    const compared: Compared = { same: 0, others: [], unknown: [] };
    const { row } = this;
    const hashMatches = row?.hash === this.place.rowHash;
    const digestMatches = row?.eventsDigest === this.place.eventsDigest;
    if (row === null)
      compared.others.push(
        `command ${this.seq} ${isEnd ? 'is not in this journal' : 'was not reached, as the rest was not checked'}`,
      );
    else {
      if (!hashMatches)
        compared.others.push(`row hash: the receipt states ${this.place.rowHash}, the row has ${row.hash}`);
      if (!digestMatches)
        compared.others.push(
          `events' digest: the receipt states ${this.place.eventsDigest}, the row has ${row.eventsDigest}`,
        );
      if ('row' in this.place) compare('row', this.place.row, row.batchNo, compared);
      this.figures(new Names(view), compared);
    }
    return {
      kind: this.kind.kind,
      seq: this.seq,
      row: row?.batchNo ?? null,
      hashMatches,
      digestMatches,
      figures: compared.same,
      findings: compared.others,
      notCompared: compared.unknown,
    };
  }

  private figures(names: Names, into: Compared): void {
    if (this.kind.kind === 'place') return;
    const { journal: _, ...record } = this.record;
    const held = this.held(record, names);
    if (held === null) into.others.push(`command ${this.seq} has no ${this.kind.kind} of this number`);
    else compare('', stated(record), held, into);
  }

  private held(record: JsonObject, names: Names): JsonObject | null {
    const told = this.told as Told;
    if (this.rebates !== null) return this.rebates.held(names);
    if (this.otc !== null) return this.otc.held(names);
    if (this.kind.held !== null) return this.kind.held(record, told, names);
    const contractId = isObject(record.order) ? record.order.id : null;
    const ended = told.events.find(
      (event): event is SecondEndedEvent => event.type === 'secondEnded' && event.contractId === contractId,
    );
    if (ended === undefined || this.accepted === null) return null;
    return secondHeld({ accepted: this.accepted, ended, judged: this.judged, seq: told.seq }, names);
  }
}

/** Returns the figures that a receipt states, with the texts that hold JSON read. */
function stated(record: JsonObject): JsonObject {
  if (typeof record.ticket === 'string') return { ...record, ticket: signedTerms(record.ticket) };
  if (typeof record.receipt !== 'string') return record;
  try {
    return { ...record, receipt: JSON.parse(record.receipt) as Json };
  } catch {
    return record;
  }
}

function placedIn(json: unknown): { readonly record: JsonObject; readonly place: JsonObject } | null {
  if (!isObject(json)) return null;
  if (isPlace(json.journal)) return { record: json, place: json.journal };
  if (isPlace(json)) return { record: {}, place: json };
  for (const name of COPIES) {
    const within = placedIn(json[name]);
    if (within !== null) return within;
  }
  return null;
}

const isPlace = (value: unknown): value is JsonObject =>
  isObject(value) &&
  Number.isSafeInteger(value.seq) &&
  typeof value.rowHash === 'string' &&
  typeof value.eventsDigest === 'string';
