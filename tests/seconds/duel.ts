import type { IndexTick, KernelEvent, SecondTerms, VenueQuote } from '@candor/kernel';
import type { Amount, PriceTicks } from '@candor/money';
import { Random } from '../property/random.ts';
import { ALICE, Bench, BOB, BTC_USDT, COIN, eventsOf, type KernelModule, units } from './bench.ts';
import { acceptedIn, settleNaively } from './naive-seconds.ts';

/** Number of times that each rare thing came about, over many duels. */
export type Met = Map<string, number>;

/**
 * A random market and random players against the naive rule. Throws at the first contract that ends otherwise, and at
 * the first payment, limit or reserve that does not hold.
 */
export function duel(module: KernelModule, seed: number, steps: number, met: Met): void {
  const run = new Duel(module, seed, met);
  try {
    for (let i = 0; i < steps; i++) run.step();
    run.finish();
  } catch (error) {
    throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

class Duel {
  private readonly bench: Bench;
  private readonly random: Random;
  /** Source of the operators' acts, so that prices and bets are those without. */
  private readonly operators: Random;
  /** Source of stalls and of the recorder's clock. */
  private readonly stalls: Random;
  private readonly met: Met;
  private readonly accepted: SecondTerms[] = [];
  private readonly ended = new Map<number, Extract<KernelEvent, { type: 'secondEnded' }> & { seq: number }>();
  private readonly limits = new Map<number, bigint>();
  /** The rates that users' screens show. */
  private shown = new Map([
    [30, 800_000],
    [60, 850_000],
  ]);
  private halted = false;
  private userCap: bigint | null = null;
  private mid = 1_000;
  /** Ticks that were chained while nothing is journaled, and until when that is so. */
  private waiting: IndexTick[] = [];
  private stalledUntilMs = 0;
  private tickNo: number;
  private read = 0;

  constructor(module: KernelModule, seed: number, met: Met) {
    this.bench = new Bench(module);
    this.random = new Random(seed);
    this.operators = new Random(seed + 1_000_000);
    this.stalls = new Random(seed + 2_000_000);
    this.met = met;
    this.tickNo = this.bench.nowMs / 250;
  }

  step(): void {
    const { random } = this;
    if (this.halted && this.operators.chance(60)) this.reopen();
    if (this.operators.chance(2)) this.operator();
    if (random.chance(70)) this.market();
    else if (random.chance(80)) this.play();
    else if (random.chance(50)) this.limit();
    else this.house();
    if (random.chance(3)) this.bench.restart();
    this.look();
  }

  /** Lets all that is open end, then compares and replays. */
  finish(): void {
    while ([ALICE, BOB].some((userId) => this.bench.kernel.seconds.contracts(userId).length > 0)) {
      this.market();
      this.look();
    }
    const { envelopes, results } = this.bench;
    for (const terms of this.accepted) {
      const naive = settleNaively(envelopes, results, terms);
      const ended = this.ended.get(terms.contractId)!;
      const prices = [ended.opening, ...ended.closing].map(({ priceTicks }) => priceTicks);
      if (naive === null) throw new Error(`contract ${terms.contractId} should be open`);
      if (JSON.stringify(naive.prices) !== JSON.stringify(prices)) {
        throw new Error(`contract ${terms.contractId}: prices ${prices}, not ${naive.prices}`);
      }
      if (naive.result !== ended.result) {
        throw new Error(`contract ${terms.contractId} is ${ended.result}, not ${naive.result}`);
      }
      if (naive.endSeq !== ended.seq) throw new Error(`contract ${terms.contractId} ended at ${ended.seq}`);
      const stake = BigInt(terms.quantity) * COIN;
      const won = (stake * BigInt(terms.payoutPpm)) / 1_000_000n;
      const paid = { won: stake + won, lost: 0n, even: stake, void: stake }[naive.result];
      if (ended.paid !== paid) throw new Error(`contract ${terms.contractId} was paid ${ended.paid}`);
      this.meet(naive.result);
      if (naive.prices.slice(1).filter((price) => price === null).length === 1) this.meet('four valid ticks');
      if (naive.prices.slice(1).filter((price) => price === null).length === 2)
        this.meet('three valid ticks');
    }
    this.bench.replay();
  }

  private market(): void {
    const { random, bench } = this;
    this.mid = Math.max(500, this.mid + random.between(-2, 2));
    if (random.chance(1)) {
      bench.nowMs += random.between(3_000, 90_000);
      this.meet('downtime');
    }
    bench.nowMs = Math.floor(bench.nowMs / 250) * 250 + 250 + (random.chance(20) ? random.below(250) : 0);
    if (random.chance(10)) bench.nowMs += 250 * random.between(1, 10);
    let place = Math.floor(bench.nowMs / 250);
    if (random.chance(5)) place -= random.between(1, 12);
    if (random.chance(1)) place += 1;
    if (place <= this.tickNo) {
      this.meet('no tick');
      return;
    }
    this.tickNo = place;
    this.chain({ type: 'indexTick', tickNo: place, ...this.chainTime(), quotes: this.quotes() });
  }

  /** Mostly now; now and then not told, or of a clock that runs ahead. */
  private chainTime(): { readonly chainedMs?: number } {
    const { stalls, bench } = this;
    if (this.stalledUntilMs <= bench.nowMs && stalls.chance(20)) return {};
    return { chainedMs: bench.nowMs + (stalls.chance(5) ? stalls.between(1, 4_000) : 0) };
  }

  /** Journals a tick, or keeps it while the house is held up: nothing is lost, all comes later and in order. */
  private chain(tick: IndexTick): void {
    const { stalls, bench, waiting } = this;
    const { nowMs } = bench;
    if (nowMs >= this.stalledUntilMs && stalls.chance(1))
      this.stalledUntilMs =
        nowMs + (stalls.chance(20) ? stalls.between(5_000, 40_000) : stalls.between(300, 5_000));
    waiting.push({ ...tick, ...(nowMs < this.stalledUntilMs && { chainedMs: nowMs }) });
    if (nowMs < this.stalledUntilMs) return;
    if (waiting.length > 4) this.meet('stall');
    for (const body of waiting.splice(0)) {
      if (bench.send(body).outcome.ok) continue;
      // a time of chaining that ran ahead counted as that of its command
      this.meet('chained before the one before');
    }
  }

  private quotes(): VenueQuote[] {
    const { random, bench } = this;
    const quotes: VenueQuote[] = [];
    const quiet = random.chance(20);
    for (const venueId of [1, 2, 3]) {
      if (quiet || random.chance(40)) continue;
      const mid = this.mid + random.between(-1, 1) + (random.chance(3) ? 400 : 0);
      quotes.push({
        venueId,
        symbolId: BTC_USDT,
        bidTicks: (mid - random.below(3)) as PriceTicks,
        askTicks: (mid + random.below(3)) as PriceTicks,
        venueTimeMs: bench.nowMs - random.between(-300, random.chance(10) ? 2_500 : 600),
      });
    }
    return quotes;
  }

  private play(): void {
    const { random, bench } = this;
    const userId = random.pick([ALICE, BOB]);
    const quantity = random.between(1, 40);
    const before = bench.kernel.seconds.limits(userId);
    const periodS = random.pick([30, 30, 60]);
    const payoutPpm = this.operators.chance(50) ? this.shown.get(periodS)! : null;
    const applied = bench.open(
      { direction: random.pick(['up', 'down']), periodS, quantity, payoutPpm },
      userId,
    );
    const { outcome } = applied;
    this.meet(outcome.ok ? 'accepted' : outcome.code);
    if (!outcome.ok) return;
    if (this.halted) throw new Error('a contract was opened while they were halted');
    const accepted = acceptedIn(applied.events);
    if (payoutPpm !== null && accepted[0]!.payoutPpm !== payoutPpm)
      throw new Error('another rate than was shown');
    this.accepted.push(...accepted);
    const owed = before.openPayouts + accepted[0]!.payout;
    if (this.userCap !== null && owed > this.userCap) throw new Error(`user ${userId} may win ${owed}`);
    const most = this.limits.get(userId);
    const atRisk = before.lostToday + before.openStakes + BigInt(quantity) * COIN;
    if (most !== undefined && atRisk > most) throw new Error(`user ${userId} risks ${atRisk} of ${most}`);
  }

  /** Lowers a loss limit: what is told here counts at once. */
  private limit(): void {
    const { random, bench } = this;
    const userId = random.pick([ALICE, BOB]);
    const wanted = BigInt(random.between(20, 400)) * COIN;
    const known = this.limits.get(userId);
    if (known === undefined || wanted < known) this.limits.set(userId, wanted);
    const body = {
      dailyLoss: { limit: wanted as Amount },
      coolingOffUntilMs: null,
      selfExcludedUntilMs: null,
    };
    bench.expectOk({ type: 'setSecondsLimits', ...body }, userId);
    if (known !== undefined && wanted > known) this.meet('raise that waits');
  }

  private house(): void {
    const { random, bench } = this;
    const cap = units(BigInt(random.between(20, 600)));
    const { reserved } = bench.kernel.seconds.pool();
    if (cap >= reserved) bench.expectOk({ type: 'setExposureCap', symbolId: 0, cap });
    bench.expectOk({
      type: 'setVenue',
      venueId: random.between(1, 3),
      name: 'Venue',
      weightPpm: random.between(0, 4) * 200_000,
    });
  }

  /** The acts of operators: the naive rule knows none of them, so none may reach an open contract. */
  private operator(): void {
    const { operators: random, bench } = this;
    const reason = 'drawn at random';
    const symbolId = random.pick([0, BTC_USDT]);
    if (random.chance(30)) {
      bench.expectOk({ type: 'setSecondsState', symbolId, state: 'halted', reason });
      this.halted = true;
    } else if (random.chance(50)) {
      this.userCap = random.chance(30) ? null : units(BigInt(random.between(30, 150)));
      bench.expectOk({ type: 'setSecondsUserCap', cap: this.userCap as Amount | null, reason });
    } else {
      const periods = [30, 60].map((periodS) => ({ periodS, payoutPpm: random.between(1, 1_000_000) }));
      bench.expectOk({
        type: 'changeSecondsTerms',
        symbolId: BTC_USDT,
        minQuantity: 1,
        maxQuantity: 500,
        periods,
        reason,
      });
      // The users' screens learn of it some time later.
      if (random.chance(60))
        this.shown = new Map(periods.map((period) => [period.periodS, period.payoutPpm]));
    }
  }

  private reopen(): void {
    for (const symbolId of [0, BTC_USDT])
      this.bench.expectOk({ type: 'setSecondsState', symbolId, state: 'trading', reason: 'it is over' });
    this.halted = false;
  }

  /** Reads what happened since the last look, and checks what must always hold. */
  private look(): void {
    const { bench } = this;
    for (; this.read < bench.results.length; this.read++) {
      const { seq } = bench.envelopes[this.read]!;
      const ended = eventsOf(bench.results[this.read]!.events, 'secondEnded');
      for (const event of ended) this.ended.set(event.contractId, { ...event, seq });
    }
    bench.check();
  }

  private meet(what: string): void {
    this.met.set(what, (this.met.get(what) ?? 0) + 1);
  }
}
