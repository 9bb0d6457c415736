import type { AppliedCommand } from '@candor/journal';
import type {
  Command,
  IndexTick,
  KernelView,
  SecondAcceptedEvent,
  SecondEndedEvent,
  SecondTerms,
  TickReading,
} from '@candor/kernel';
import { indexOf } from '../audit/index-formula.ts';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { USDT } from '../world.ts';
import { SecondsOffer } from './seconds-offer.ts';
import { SecondsPeople } from './seconds-people.ts';
import { chainedMsOf } from './time.ts';

const POOL = -5;
const ESCROW = -9;
const GRID_MS = 250;
const OPENING_DELAY_MS = 3_000;
const STALE_MS = 2_000;
const DOWNTIME_MS = 5_000;
/** The most commands, each with its slice, that all that falls due within a pause of nine days may take. */
const MOST_BEHIND = 40;
const COIN = 100_000_000n;

interface Quote {
  readonly venueId: number;
  readonly bid: bigint;
  readonly ask: bigint;
  readonly timeMs: number;
}

/** A journaled tick with the quotes that stood after it, by symbol. */
interface Logged {
  readonly tickNo: number;
  readonly timeMs: number;
  readonly quotes: ReadonlyMap<number, readonly Quote[]>;
}

/**
 * Second contracts. Every payout is reckoned again from the log of prices alone: which ticks count, what the index was
 * there, who won, and what that pays.
 */
class Seconds implements SimProduct {
  readonly weight = 10;
  private readonly exchange: Exchange;
  private readonly people: SecondsPeople;
  private readonly offer = new SecondsOffer();
  private readonly log: Logged[] = [];
  private readonly open = new Map<number, SecondTerms>();
  private readonly excludedUntilMs = new Map<number, number>();
  private inEscrow = 0n;
  /** The number of commands since when something that fell due waits for its turn. */
  private commandsBehind = 0;
  private nowMs = 0;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
    this.people = new SecondsPeople(exchange);
  }

  listing(): Command[] {
    return this.people.listing();
  }

  act(): Act {
    return this.people.act();
  }

  onCommand(command: AppliedCommand): void {
    const { envelope, outcome, events } = command;
    this.nowMs = envelope.timeMs;
    if (envelope.body.type === 'indexTick' && outcome.ok) this.logTick(envelope.body);
    this.offer.follow(command);
    for (const event of events) {
      if (event.type === 'secondAccepted') this.accepted(event, command);
      else if (event.type === 'secondEnded') {
        const openedMs = this.open.get(event.contractId)!.openTickNo * GRID_MS;
        must(openedMs <= (this.log.at(-1)?.timeMs ?? 0), 'nothing but ticks end a contract', () =>
          words(envelope),
        );
        this.ended(event);
      } else if (event.type === 'secondsLimits') {
        this.offer.limited(event);
        this.excludedUntilMs.set(event.userId, Math.max(event.coolingOffUntilMs, event.selfExcludedUntilMs));
      }
    }
    const { ledger } = this.exchange;
    must(
      ledger.total(ESCROW, USDT) === this.inEscrow,
      'the escrow holds every stake and every payout',
      () => `${ledger.total(ESCROW, USDT)}, needed ${this.inEscrow}`,
    );
    const chainedMs = this.log.at(-1)?.timeMs ?? 0;
    const due = [...this.open.values()].filter(
      ({ closeTickNo }) => closeTickNo * GRID_MS + DOWNTIME_MS <= chainedMs,
    );
    this.commandsBehind = due.length === 0 ? 0 : this.commandsBehind + 1;
    must(
      this.commandsBehind <= MOST_BEHIND,
      'what fell due is settled',
      () => `${words(due[0])} at ${chainedMs}`,
    );
  }

  scan(view: KernelView): void {
    const seen = this.exchange.users.flatMap((userId) => view.seconds.contracts(userId));
    const ids = seen.map(({ terms }) => terms.contractId).sort((a, b) => a - b);
    const own = [...this.open.keys()].sort((a, b) => a - b);
    must(
      words(ids) === words(own),
      'open contracts are those that were told',
      () => `${words(ids)}, ${words(own)}`,
    );
    for (const { terms } of seen)
      must(words(terms) === words(this.open.get(terms.contractId)), 'terms never change', () => words(terms));
    for (const { symbolId, reserved } of view.seconds.pool().exposures) {
      let sum = 0n;
      for (const terms of this.open.values())
        if (symbolId === 0 || terms.symbolId === symbolId) sum += terms.payout;
      must(
        reserved === sum,
        'the pool’s exposure is what is open',
        () => `${reserved} of symbol ${symbolId}, reckoned ${sum}`,
      );
    }
    must(
      view.seconds.pool().available === this.exchange.ledger.total(POOL, USDT),
      'the pool is visible',
      () => words(view.seconds.pool()),
    );
  }

  private logTick(tick: IndexTick): void {
    const chainedMs = chainedMsOf(tick, this.nowMs);
    const quotes = new Map(this.log.at(-1)?.quotes);
    for (const { venueId, symbolId, bidTicks, askTicks, venueTimeMs } of tick.quotes) {
      const others = (quotes.get(symbolId) ?? []).filter((quote) => quote.venueId !== venueId);
      const timeMs = Math.min(venueTimeMs, chainedMs);
      quotes.set(symbolId, [...others, { venueId, bid: BigInt(bidTicks), ask: BigInt(askTicks), timeMs }]);
    }
    this.log.push({ tickNo: tick.tickNo, timeMs: chainedMs, quotes });
  }

  private accepted({ terms }: SecondAcceptedEvent, { envelope: { seq, body } }: AppliedCommand): void {
    const { userId, quantity, payoutPpm, periodS, acceptedMs } = terms;
    const stake = BigInt(quantity) * COIN;
    const openTickNo = Math.ceil((this.nowMs + OPENING_DELAY_MS) / GRID_MS);
    const fits =
      terms.stake === stake &&
      terms.payout === (stake * BigInt(payoutPpm)) / 1_000_000n &&
      terms.openTickNo === openTickNo &&
      terms.closeTickNo === openTickNo + (periodS * 1_000) / GRID_MS &&
      acceptedMs === this.nowMs &&
      terms.acceptedSeq === seq;
    must(fits, 'terms are the published formula', () => words(terms));
    const excludedUntilMs = this.excludedUntilMs.get(userId) ?? 0;
    must(
      excludedUntilMs <= this.nowMs,
      'the excluded do not play',
      () => `${words(terms)} until ${excludedUntilMs}`,
    );
    this.open.set(terms.contractId, terms);
    const shownPpm = body.type === 'openSecondContract' ? body.payoutPpm : null;
    this.offer.accepted(terms, shownPpm, this.open.values());
    this.inEscrow += stake + terms.payout;
  }

  private ended(event: SecondEndedEvent): void {
    const terms = this.open.get(event.contractId);
    must(terms !== undefined, 'a contract ends once', () => words(event));
    const last = terms.closeTickNo;
    const opening = this.reckon(terms, terms.openTickNo);
    const closing = opening === null ? [] : [4, 3, 2, 1, 0].map((back) => this.reckon(terms, last - back));
    const valid = closing.filter((price) => price !== null).sort((a, b) => (a < b ? -1 : 1));
    const close = valid.length >= 3 ? valid[Math.ceil(valid.length / 2) - 1]! : null;
    let paid = terms.stake as bigint;
    let result = 'void';
    if (opening !== null && close !== null) {
      const wins = terms.direction === 'up' ? close > opening : close < opening;
      result = close === opening ? 'even' : wins ? 'won' : 'lost';
      if (result === 'won') paid += terms.payout;
      if (result === 'lost') paid = 0n;
    }
    const prices = (readings: readonly TickReading[]) => words(readings.map((reading) => reading.priceTicks));
    must(
      event.result === result &&
        event.paid === paid &&
        event.closeTicks === (close === null ? null : Number(close)) &&
        prices([event.opening]) === words([opening === null ? null : Number(opening)]) &&
        prices(event.closing) === words(closing.map((price) => (price === null ? null : Number(price)))),
      'every payout is the one that the log’s prices give',
      () => `${words(event)}; reckoned ${words({ opening, closing, close, result, paid })}; ${words(terms)}`,
    );
    this.offer.ended(terms, event, this.nowMs);
    this.inEscrow -= terms.stake + terms.payout;
    this.open.delete(event.contractId);
  }

  /** The index of a tick of the grid by the log; null where it was stale or nobody chained it in time. */
  private reckon({ symbolId, weights, quorum }: SecondTerms, tickNo: number): bigint | null {
    const dueMs = tickNo * GRID_MS;
    const at = this.log.findIndex((tick) => tick.tickNo >= tickNo && tick.timeMs >= dueMs);
    const found = this.log[at];
    if (found === undefined || found.timeMs >= dueMs + DOWNTIME_MS) return null;
    const source = found.tickNo === tickNo ? found : this.log[at - 1];
    const quotes = (source?.quotes.get(symbolId) ?? []).map(({ venueId, bid, ask, timeMs }) => ({
      bid,
      ask,
      ageMs: dueMs - timeMs,
      weight: BigInt(weights.find((each) => each.venueId === venueId)?.weightPpm ?? 0),
    }));
    return indexOf(quotes, STALE_MS, quorum).price;
  }
}

export const seconds: ProductModule = {
  name: 'seconds',
  create: (exchange) => new Seconds(exchange),
  wanted: [
    'openSecondContract ok',
    'openSecondContract INDEX_STALE',
    'openSecondContract SECONDS_EXPOSURE_CAP',
    'openSecondContract SECONDS_EXCLUDED',
    'openSecondContract SECONDS_LOSS_LIMIT',
    'openSecondContract SECONDS_TERMS_CHANGED',
    'openSecondContract SECONDS_HALTED',
    'openSecondContract SECONDS_USER_CAP',
    'entry second-won',
    'entry second-lost',
    'entry second-refund',
    'secondVoidJudged',
  ],
  plants: [
    {
      name: 'seconds-sixth-tick',
      file: 'rules/seconds/terms.ts',
      find: 'for (let back = CLOSING_TICKS - 1; back >= 0; back--) ticks.push(last - back)',
      replace:
        'for (let back = CLOSING_TICKS - 1; back >= 0; back--) ticks.push(last - back - (back === 0 ? 0 : 1))',
      breaks: /every payout is the one/,
    },
    {
      name: 'seconds-tie-wins',
      file: 'rules/seconds/outcome.ts',
      find: "if (closeTicks === openTicks) return 'even';",
      replace: "if (closeTicks === openTicks) return 'won';",
      breaks: /every payout is the one/,
    },
    {
      name: 'seconds-opens-at-once',
      file: 'rules/seconds/terms.ts',
      find: 'Math.ceil((acceptedMs + OPENING_DELAY_MS) / INDEX_GRID_MS)',
      replace: 'Math.ceil((acceptedMs + 1_000) / INDEX_GRID_MS)',
      breaks: /terms are the published formula/,
    },
    {
      name: 'seconds-old-prices-count',
      file: 'kernel/products/seconds/settle.ts',
      find: 'return tickTimeMs(tickNo) + DOWNTIME_MS;',
      replace: 'return tickTimeMs(tickNo) + 100 * DOWNTIME_MS;',
      breaks: /every payout is the one|what fell due is settled/,
    },
    {
      name: 'seconds-given-up-by-the-clock',
      file: 'kernel/products/seconds/settle.ts',
      find: 'givenUpMs(tickNo) <= tick.chainedMs',
      replace: 'givenUpMs(tickNo) <= tick.timeMs',
      breaks: /every payout is the one|nothing but ticks end a contract/,
    },
    {
      name: 'seconds-late-tick-dropped',
      file: 'kernel/products/seconds/seconds-product.ts',
      find: 'onTick(tickNo: number, _isLate: boolean, slice: DueSlice): void {',
      replace: 'onTick(tickNo: number, _isLate: boolean, slice: DueSlice): void {\n    if (_isLate) return;',
      breaks: /every payout is the one|what fell due is settled/,
    },
    {
      name: 'seconds-pool-not-reserved',
      file: 'kernel/products/seconds/accept.ts',
      find: 'if (ofSymbol + payout > (desk.caps.get(symbolId) ?? 0n))',
      replace: 'if (ofSymbol > 100n * (desk.caps.get(symbolId) ?? 0n))',
      breaks: /exposure is capped/,
    },
    {
      name: 'seconds-rate-not-shown',
      file: 'kernel/products/seconds/accept.ts',
      find: "if (payoutPpm !== null && payoutPpm !== period.payoutPpm) return refuse('SECONDS_TERMS_CHANGED');",
      replace: '',
      breaks: /nobody is bound to a rate that was not shown/,
    },
    {
      name: 'seconds-loss-limit-forgets-what-is-open',
      file: 'rules/seconds/limits.ts',
      find: 'lostToday + openStakes + stake <= limit',
      replace: 'lostToday + stake <= limit',
      breaks: /nobody can lose more on a day/,
    },
    {
      name: 'seconds-excluded-plays',
      file: 'kernel/products/seconds/users.ts',
      find: "if (nowMs < user.coolingOffUntilMs || nowMs < user.selfExcludedUntilMs) return 'SECONDS_EXCLUDED';",
      replace: '',
      breaks: /the excluded do not play/,
    },
  ],
};
