import { isTickHash, type RecordedTick, tickHash } from '@candor/prices';

/** A record of the recorder's chain as the exchange states it: its content and its hash. */
export interface ChainRecord extends RecordedTick {
  readonly hash: string;
}

/** The record at which a chain was left. */
export interface ChainEnd {
  readonly no: number;
  readonly hash: string;
}

/** Result of following a chain. */
export interface ChainCheck {
  /** Records that hold, in a row from the first. */
  readonly checked: number;
  /** Links to the record before that were compared: one less than `checked` where the chain begins or begins again. */
  readonly links: number;
  /** Last record that holds; the earlier end where there is none. */
  readonly end: ChainEnd | null;
  /**
   * First record that does not hold: another content than its hash says, another record before it, or out of its
   * order. Null when all hold.
   */
  readonly wrong: { readonly no: number; readonly reason: 'hash' | 'link' | 'order' } | null;
}

/**
 * Follows records of the chain from where it was left: each hash is computed from the record's own content, each names
 * the record before it, numbers have no gap, and neither ticks nor times go back. After records that were missed the
 * chain begins again at the first, without a link to `after`; an older record than `after` never holds.
 */
export function checkTickChain(records: readonly ChainRecord[], after: ChainEnd | null): ChainCheck {
  let end = after;
  let [checked, links] = [0, 0];
  let previous: ChainRecord | null = null;
  for (const record of records) {
    const isNext = end !== null && record.no === end.no + 1;
    const beginsAgain = previous === null && (end === null || record.no > end.no + 1);
    const reason = wrongOf(record, previous, isNext ? end : null, isNext || beginsAgain);
    if (reason !== null) return { checked, links, end, wrong: { no: record.no, reason } };
    if (isNext) links += 1;
    checked += 1;
    end = { no: record.no, hash: record.hash };
    previous = record;
  }
  return { checked, links, end, wrong: null };
}

function wrongOf(
  record: ChainRecord,
  previous: ChainRecord | null,
  linked: ChainEnd | null,
  isInOrder: boolean,
): 'hash' | 'link' | 'order' | null {
  if (!isInOrder) return 'order';
  if (previous !== null && (record.tickNo <= previous.tickNo || record.chainedMs < previous.chainedMs))
    return 'order';
  if (linked !== null && record.previousHash !== linked.hash) return 'link';
  return isOwnHash(record) ? null : 'hash';
}

/** False also for a record that has no bytes, such as one with a number that is not whole. */
function isOwnHash(record: ChainRecord): boolean {
  if (!isTickHash(record.previousHash)) return false;
  const numbers = [record.no, record.tickNo, record.chainedMs];
  const quoted = record.quotes.flatMap(({ venueId, symbolId, bidTicks, askTicks, venueTimeMs }) => [
    venueId,
    symbolId,
    bidTicks,
    askTicks,
    venueTimeMs,
  ]);
  return [...numbers, ...quoted].every(Number.isSafeInteger) && tickHash(record) === record.hash;
}
