import type { Applied, Envelope, IndexTick, KernelEvent, SecondTerms } from '@candor/kernel';

/** The result that a contract must have, computed from the journal alone. */
export interface NaiveEnd {
  readonly prices: readonly (number | null)[];
  readonly result: 'won' | 'lost' | 'even' | 'void';
  /** The command that ends it. */
  readonly endSeq: number;
}

interface Said {
  readonly bid: bigint;
  readonly ask: bigint;
  readonly atMs: number;
}

/**
 * Settles one contract by the published rule in the plainest way: for each tick that it needs the whole journal is
 * walked from its beginning. Shares nothing with the kernel. Null while it is open.
 */
export function settleNaively(
  journal: readonly Envelope[],
  results: readonly Applied[],
  terms: SecondTerms,
): NaiveEnd | null {
  const opens = Number((BigInt(terms.acceptedMs) + 3_000n + 249n) / 250n);
  const open = read(journal, results, terms, opens);
  if (open === null) return null;
  if (open.price === null) return { prices: [null], result: 'void', endSeq: open.seq };
  const prices: (number | null)[] = [];
  let endSeq = 0;
  for (let i = 0; i < 5; i++) {
    const reading = read(journal, results, terms, opens + terms.periodS * 4 - 4 + i);
    if (reading === null) return null;
    prices.push(reading.price);
    endSeq = reading.seq;
  }
  return { prices: [open.price, ...prices], result: resultOf(terms.direction, open.price, prices), endSeq };
}

function resultOf(
  direction: 'up' | 'down',
  open: number,
  closes: readonly (number | null)[],
): NaiveEnd['result'] {
  const valid = closes.filter((price): price is number => price !== null);
  if (valid.length < 3) return 'void';
  // The lower median: the smallest price that at least half of them do not exceed.
  const close = Math.min(
    ...valid.filter((price) => 2 * valid.filter((other) => other <= price).length >= valid.length),
  );
  if (close === open) return 'even';
  const rose = close > open;
  return rose === (direction === 'up') ? 'won' : 'lost';
}

/** The price of a tick, null when invalid, and the command that decides it. Null when nothing decided it yet. */
function read(
  journal: readonly Envelope[],
  results: readonly Applied[],
  terms: SecondTerms,
  tickNo: number,
): { readonly price: number | null; readonly seq: number } | null {
  const timeMs = tickNo * 250;
  const said = new Map<number, Said>();
  for (const [i, { seq, timeMs: nowMs, body }] of journal.entries()) {
    if (body.type !== 'indexTick' || !results[i]!.outcome.ok) continue;
    const { chainedMs } = body;
    const saidMs = chainedMs === undefined || chainedMs > nowMs ? nowMs : chainedMs;
    if (saidMs >= timeMs + 5_000) return { price: null, seq };
    const decides = body.tickNo >= tickNo && saidMs >= timeMs;
    if (decides && body.tickNo > tickNo) return { price: indexOf(said, terms, timeMs), seq };
    hear(said, body, terms.symbolId, saidMs);
    if (decides) return { price: indexOf(said, terms, timeMs), seq };
  }
  return null;
}

function hear(said: Map<number, Said>, { quotes }: IndexTick, symbolId: number, nowMs: number): void {
  for (const quote of quotes) {
    if (quote.symbolId !== symbolId) continue;
    said.set(quote.venueId, {
      bid: BigInt(quote.bidTicks),
      ask: BigInt(quote.askTicks),
      atMs: quote.venueTimeMs > nowMs ? nowMs : quote.venueTimeMs,
    });
  }
}

/** The weighted median of mids as a line of unit weights would have it; half ticks stay exact until the last step. */
function indexOf(said: ReadonlyMap<number, Said>, terms: SecondTerms, timeMs: number): number | null {
  const fresh = terms.weights.flatMap(({ venueId, weightPpm }) => {
    const quote = said.get(venueId);
    if (quote === undefined || quote.atMs < timeMs - 2_000) return [];
    if (quote.bid <= 0n || quote.ask < quote.bid) return [];
    return [{ twice: quote.bid + quote.ask, weight: BigInt(weightPpm) }];
  });
  const byPrice = (a: { twice: bigint }, b: { twice: bigint }) =>
    a.twice < b.twice ? -1 : a.twice > b.twice ? 1 : 0;
  fresh.sort(byPrice);
  const middle = fresh[Math.ceil(fresh.length / 2) - 1];
  if (middle === undefined) return null;
  const fit = fresh.filter(({ twice }) => {
    const off = twice > middle.twice ? twice - middle.twice : middle.twice - twice;
    return 100n * off <= middle.twice;
  });
  if (fit.length < terms.quorum) return null;
  if (fit.length >= 3) {
    for (const venue of fit) {
      const others = fit.reduce((sum, other) => (other === venue ? sum : sum + other.weight), 0n);
      if (venue.weight >= others) {
        venue.weight = others - 1n;
        break;
      }
    }
  }
  const whole = fit.reduce((sum, { weight }) => sum + weight, 0n);
  for (const { twice } of fit) {
    const upTo = fit.reduce((sum, other) => (other.twice <= twice ? sum + other.weight : sum), 0n);
    if (2n * upTo >= whole) return Number(twice / 2n);
  }
  return null;
}

/** The terms of every contract that was accepted. */
export function acceptedIn(events: readonly KernelEvent[]): SecondTerms[] {
  return events.flatMap((event) => (event.type === 'secondAccepted' ? [event.terms] : []));
}
