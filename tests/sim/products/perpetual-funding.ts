import type { EntryEvent, PerpetualFundingEvent, PerpetualFundingPaidEvent } from '@candor/kernel';
import { must, words } from '../product.ts';
import { TIERS } from './perpetual-people.ts';

/** The lowest tier's maintenance rate, which bounds funding and the distance of marks. */
export const FIRST_MMR_PPM = BigInt(TIERS[0]!.mmrPpm);

/** Clearing accounts of contracts are numbered down from here. */
export const FIRST_CLEARING = -65_536;

/** Funding as events tell it: it comes once for each interval, within its cap, and what is paid is received. */
export class ToldFunding {
  private readonly people: { readonly fundingIntervalMs: number };
  /** Payments of rounds that are under way: one takes as many commands as it has slices. */
  private all: PerpetualFundingPaidEvent[] = [];
  /** Amounts of rounds under way by clearing account, from payers and the insurance, less those to receivers. */
  private readonly pots = new Map<number, bigint>();
  private readonly fundedMs = new Map<number, number>();
  /** Time of the first mark of each contract. */
  private readonly markedMs = new Map<number, number>();

  /** The interval is known only once `people` have listed their contracts. */
  constructor(people: { readonly fundingIntervalMs: number }) {
    this.people = people;
  }

  marked(symbolId: number, nowMs: number): void {
    if (!this.markedMs.has(symbolId)) this.markedMs.set(symbolId, nowMs);
  }

  moved({ postings }: EntryEvent): void {
    for (const { account, amount } of postings)
      if (account <= FIRST_CLEARING) this.pots.set(account, this.collected(account) + amount);
  }

  paid(event: PerpetualFundingPaidEvent): void {
    this.all.push(event);
  }

  /** Amount that a round under way has in a contract's clearing account. */
  collected(account: number): bigint {
    return this.pots.get(account) ?? 0n;
  }

  /** Funding moves from payers to receivers; what is left over or lacking is the insurance's. */
  settled(event: PerpetualFundingEvent, nowMs: number): void {
    const {
      symbolId,
      timeMs,
      paid,
      received,
      residue,
      fromInsurance,
      ratePpb,
      wholePpb,
      samples,
      expectedSamples,
    } = event;
    this.comesInTurn(event, nowMs);
    const isOf = (each: PerpetualFundingPaidEvent) => each.symbolId === symbolId && each.timeMs === timeMs;
    const of = this.all.filter(isOf);
    this.all = this.all.filter((each) => !isOf(each));
    const pot = this.collected(FIRST_CLEARING - symbolId);
    must(pot === 0n, 'funding paid is funding received', () => `${words(event)}: ${pot} are left`);
    const sum = (sign: bigint) =>
      of.reduce((total, { amount }) => (amount * sign > 0n ? total + amount * sign : total), 0n);
    must(
      sum(-1n) === paid && sum(1n) === received && paid + fromInsurance === received + residue,
      'funding paid is funding received',
      () => `${words(event)}: ${words(of)}`,
    );
    for (const each of of)
      must(
        each.amount <= 0n === ((each.direction === 'long') === ratePpb > 0) || each.amount === 0n,
        'who pays funding is who owes it',
        () => words([event, each]),
      );
    const cap = (FIRST_MMR_PPM * 750n * 1_000n) / 1_000n;
    must(BigInt(Math.abs(ratePpb)) <= cap, 'funding is capped', () => `${words(event)}: ${cap}`);
    const traded = BigInt(samples < expectedSamples ? samples : expectedSamples);
    must(
      (BigInt(wholePpb) * traded) / BigInt(expectedSamples) === BigInt(ratePpb),
      'funding is in proportion to the ticks at which one could trade',
      () => words(event),
    );
  }

  /** Each interval's end comes once and in turn, not before its time, also when a downtime has to be caught up. */
  private comesInTurn({ symbolId, timeMs }: PerpetualFundingEvent, nowMs: number): void {
    const before = this.fundedMs.get(symbolId);
    const { fundingIntervalMs: intervalMs } = this.people;
    must(
      timeMs % intervalMs === 0 &&
        timeMs <= nowMs &&
        (before === undefined || timeMs === before + intervalMs),
      'funding comes once for each interval, in turn',
      () => `${symbolId}: ${timeMs} after ${before}, every ${intervalMs} ms, at ${nowMs}`,
    );
    this.fundedMs.set(symbolId, timeMs);
  }

  /** True while an interval is over whose funding is not settled yet: nobody is liquidated for the lack of it. */
  isDue(nowMs: number): boolean {
    const { fundingIntervalMs: intervalMs } = this.people;
    const endOf = (timeMs: number) => timeMs - (timeMs % intervalMs);
    for (const [symbolId, markedMs] of this.markedMs) {
      const settledMs = this.fundedMs.get(symbolId) ?? endOf(markedMs);
      if (settledMs < endOf(nowMs)) return true;
    }
    return false;
  }
}
