import type { Amount, Lots } from '@candor/money';
import type { Done, Outcome } from '../outcome-kinds.ts';
import type { RejectionCode } from '../rejections.ts';
import type { OrderStatus } from '../vocabulary.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';

/** The index of a status is its code in digests, packed results and snapshots. */
export const STATUSES: readonly OrderStatus[] = [
  'open',
  'partially-filled',
  'filled',
  'cancelled',
  'expired',
];

/**
 * The index of a kind is its code in digests, packed results and snapshots: the list only grows at its end. Null: no kind
 * has this code any more.
 */
const KINDS: readonly (Done['kind'] | null)[] = [
  'plain',
  'order',
  'waiting',
  'pair',
  'quotes',
  'reversal',
  'positions',
  'exit',
  'margin',
  'loan',
  'transfer',
  'second',
  null,
  'swap',
  'earn',
  'otc',
];
const REFUSED = 0;
const NO_STATUS = 0;

/** Outcome of a performed command as plain fields: a kind uses those that it has, the others are 0. */
export class FlatDone {
  /** The index of the kind. */
  kind = 0;
  id = 0;
  /** A second id, or a second quantity. */
  more = 0;
  /** 0 for none, else 1 + the index of the status. */
  status = NO_STATUS;
  lots = 0;
  quote = 0n;

  private set(
    kind: number,
    id: number,
    more: number,
    status: OrderStatus | null,
    lots: number,
    quote: bigint,
  ): this {
    this.kind = kind;
    this.id = id;
    this.more = more;
    this.status = status === null ? NO_STATUS : 1 + STATUSES.indexOf(status);
    this.lots = lots;
    this.quote = quote;
    return this;
  }

  /** Takes over an outcome that is no rejection. */
  take(done: Done): this {
    switch (done.kind) {
      case 'plain':
        return this.set(0, 0, 0, null, 0, 0n);
      case 'order':
        return this.set(1, done.orderId, 0, done.status, done.filledLots, done.filledQuote);
      case 'waiting':
        return this.set(2, done.orderId, 0, null, 0, 0n);
      case 'pair':
        return this.set(3, done.orderId, done.stopOrderId, done.status, 0, 0n);
      case 'quotes':
        return this.set(4, 0, 0, null, done.filledLots, done.filledQuote);
      case 'reversal':
        return this.set(5, done.orderId, done.openedLots, done.status, done.closedLots, done.filledQuote);
      case 'positions':
        return this.set(6, 0, done.left, null, done.count, 0n);
      case 'exit':
        return this.set(7, done.exitId, 0, null, 0, 0n);
      case 'margin':
        return this.set(8, 0, 0, null, 0, done.margin);
      case 'loan':
        return this.set(9, done.loanId, 0, null, 0, done.owed);
      case 'transfer':
        return this.set(10, done.transferId, 0, null, 0, 0n);
      case 'second':
        return this.set(11, done.contractId, 0, null, 0, 0n);
      case 'swap':
        return this.set(13, done.swapId, 0, null, 0, 0n);
      case 'earn':
        return this.set(14, done.id, 0, null, 0, 0n);
      case 'otc':
        return this.set(15, done.id, 0, null, 0, 0n);
    }
  }

  /** Makes the outcome of the fields. Throws RangeError where they are of no kind. */
  make(): Done {
    const { id, more, quote } = this;
    const kind = KINDS[this.kind];
    const status = this.status === NO_STATUS ? null : statusOf(this.status - 1);
    const lots = this.lots as Lots;
    const filledQuote = quote as Amount;
    switch (kind) {
      case 'plain':
        return { ok: true, kind };
      case 'order':
        return { ok: true, kind, orderId: id, status: status ?? 'open', filledLots: lots, filledQuote };
      case 'waiting':
        return { ok: true, kind, orderId: id };
      case 'pair':
        return { ok: true, kind, orderId: id, status: status ?? 'open', stopOrderId: more };
      case 'quotes':
        return { ok: true, kind, filledLots: lots, filledQuote };
      case 'reversal': {
        const both = { closedLots: lots, openedLots: more as Lots, filledQuote };
        return { ok: true, kind, orderId: id, status: status ?? 'open', ...both };
      }
      case 'positions':
        return { ok: true, kind, count: lots, left: more };
      case 'exit':
        return { ok: true, kind, exitId: id };
      case 'margin':
        return { ok: true, kind, margin: filledQuote };
      case 'loan':
        return { ok: true, kind, loanId: id, owed: filledQuote };
      case 'transfer':
        return { ok: true, kind, transferId: id };
      case 'second':
        return { ok: true, kind, contractId: id };
      case 'swap':
        return { ok: true, kind, swapId: id };
      case 'earn':
      case 'otc':
        return { ok: true, kind, id };
      default:
        throw new RangeError(`There is no kind ${this.kind} of outcome`);
    }
  }
}

function statusOf(code: number): OrderStatus {
  const status = STATUSES[code];
  if (status === undefined) throw new RangeError(`There is no status ${code}`);
  return status;
}

const flat = new FlatDone();

/** Writes an outcome compactly. */
export function writeOutcome(writer: ByteWriter, outcome: Outcome): void {
  if (!outcome.ok) {
    writer.byte(REFUSED);
    writer.text(outcome.code);
    return;
  }
  flat.take(outcome);
  writer.byte(1 + flat.kind);
  writer.byte(flat.status);
  writer.number(flat.id);
  writer.number(flat.more);
  writer.number(flat.lots);
  writer.amount(flat.quote);
}

/** Reads what `writeOutcome` wrote. Throws RangeError on any other bytes. */
export function readOutcome(reader: ByteReader): Outcome {
  const code = reader.byte();
  if (code === REFUSED) return { ok: false, code: reader.text() as RejectionCode };
  flat.kind = code - 1;
  flat.status = reader.byte();
  flat.id = reader.number();
  flat.more = reader.number();
  flat.lots = reader.number();
  flat.quote = reader.amount();
  return flat.make();
}
