import type {
  MiningClaimedEvent,
  MiningLockedEvent,
  MiningPoolEndedEvent,
  MiningTermsSetEvent,
  MiningUnlockedEvent,
  StreamedVersion,
} from '@candor/kernel';
import {
  gearPpm,
  payableSeconds,
  STREAM_DAY,
  streamedOver,
  streamedUnits,
  streamOwed,
  streamSpans,
} from '@candor/rules';

type Report = (what: string) => void;

/** A user's part of a coin, as its events tell it. */
interface Node {
  held: bigint;
  seconds: number;
  earned: bigint;
  claimed: bigint;
}

export type MiningMove = MiningLockedEvent | MiningUnlockedEvent | MiningClaimedEvent;

/** A coin that is mined, told from its events alone: who holds what, which seconds were paid, and all that is earned. */
export class MinedCoin {
  readonly assetId: number;
  readonly versions: StreamedVersion[] = [];
  /** Balance as the entries move it. */
  pool = 0n;
  escrow = 0n;
  held = 0n;
  seconds = 0;
  earned = 0n;
  isEnded = false;
  private second = 0;
  private rate = 0n;
  private readonly nodes = new Map<number, Node>();

  constructor(assetId: number) {
    this.assetId = assetId;
  }

  /** Counts up to a time, with the pool that there was. An end that nobody told is reported. */
  advance(timeMs: number, pool: bigint, report: Report): void {
    const second = Math.floor(timeMs / 1_000);
    if (this.versions.length === 0) this.second = second;
    if (this.endSecond(pool) <= second)
      report(`The pool of coin ${this.assetId} ended, and nobody was told.`);
    this.count(second, pool);
  }

  termsSet(event: MiningTermsSetEvent, timeMs: number, report: Report): void {
    const { termsNo, gears, fromSeconds, beganMs } = event;
    if (termsNo !== this.versions.length + 1 || fromSeconds !== this.seconds || beganMs !== timeMs)
      report(
        `Gears ${termsNo} of coin ${this.assetId} begin at ${fromSeconds} paid seconds, not at ${this.seconds}.`,
      );
    this.versions.push({ termsNo, gears, fromSeconds, beganMs });
    this.rate = 0n;
    for (const { held } of this.nodes.values()) this.rate += this.rateOf(held);
  }

  ended(event: MiningPoolEndedEvent, timeMs: number, report: Report): void {
    const { pool } = this;
    const endSecond = this.endSecond(pool);
    this.count(Math.floor(timeMs / 1_000), pool);
    const stands =
      event.endSecond === endSecond &&
      event.seconds === this.seconds &&
      event.pool === pool &&
      event.owed === streamOwed(this.earned);
    if (!stands || endSecond > this.second)
      report(`The pool of coin ${this.assetId} ended at ${event.endSecond}; it pays until ${endSecond}.`);
    this.isEnded = true;
  }

  /** More of the pool starts it again where it pays a second. */
  funded(change: bigint): void {
    if (change > 0n && payableSeconds(this.pool, this.earned, this.rate) >= 1) this.isEnded = false;
  }

  /** Recomputes a movement: what was held and earned before it, and what it changes. */
  moved(event: MiningMove, report: Report): void {
    const { moveId, userId, amount } = event;
    const node = this.nodeOf(userId);
    const spans = streamSpans(this.versions, node.held, node.seconds, this.seconds);
    const earned = node.earned + streamedOver(node.held, spans);
    if (event.held !== node.held || event.carried !== node.earned)
      report(`Movement ${moveId} begins with ${event.held} held; its user had ${node.held}.`);
    if (event.fromSeconds !== node.seconds || event.toSeconds !== this.seconds || !isSame(event.spans, spans))
      report(`Movement ${moveId} counts other seconds than were paid.`);
    if (event.earned !== earned)
      report(`Movement ${moveId} says that ${event.earned} was earned; its seconds give ${earned}.`);
    if (event.type === 'miningLocked' && event.termsNo !== this.versions.length)
      report(
        `Movement ${moveId} was accepted by gears ${event.termsNo}; gears ${this.versions.length} held.`,
      );
    node.seconds = this.seconds;
    node.earned = earned;
    if (event.type === 'miningClaimed') this.claimed(event, node, report);
    else
      this.changed(node, event.type === 'miningLocked' ? amount : -amount, event.heldAfter, moveId, report);
  }

  /** Reports what the pool or the escrow lacks. */
  balanced(report: Report): void {
    const owed = streamOwed(this.earned);
    if (this.pool < owed) report(`The pool of coin ${this.assetId} holds ${this.pool} and owes ${owed}.`);
    if (this.escrow !== this.held)
      report(`The escrow of coin ${this.assetId} holds ${this.escrow}; users locked ${this.held}.`);
  }

  private claimed(event: MiningClaimedEvent, node: Node, report: Report): void {
    const { moveId, amount } = event;
    const due = streamedUnits(node.earned);
    node.earned -= due * STREAM_DAY;
    node.claimed += due;
    this.earned -= due * STREAM_DAY;
    if (amount !== due || event.rest !== node.earned || event.claimed !== node.claimed)
      report(`Claim ${moveId} paid ${amount}; ${due} was earned.`);
    if (event.pool !== this.pool) report(`Claim ${moveId} says that the pool holds ${event.pool}.`);
  }

  private changed(node: Node, change: bigint, heldAfter: bigint, moveId: number, report: Report): void {
    this.rate += this.rateOf(node.held + change) - this.rateOf(node.held);
    node.held += change;
    this.held += change;
    if (heldAfter !== node.held || node.held < 0n)
      report(`Movement ${moveId} leaves ${heldAfter} locked; ${node.held} is due.`);
    const lowest = this.versions.at(-1)?.gears[0];
    if (change > 0n && (lowest === undefined || node.held < lowest.minAmount))
      report(`Movement ${moveId} locked ${node.held}, which no gear takes.`);
    if (change > 0n && this.isEnded) report(`Movement ${moveId} locked where the pool had ended.`);
  }

  private endSecond(pool: bigint): number {
    if (this.isEnded || this.versions.length === 0) return Number.POSITIVE_INFINITY;
    return this.second + payableSeconds(pool, this.earned, this.rate);
  }

  private count(second: number, pool: bigint): void {
    const passed = second - this.second;
    const paid = this.isEnded ? 0 : Math.min(passed, payableSeconds(pool, this.earned, this.rate));
    this.earned += this.rate * BigInt(paid);
    this.seconds += paid;
    this.second = second;
  }

  private nodeOf(userId: number): Node {
    let node = this.nodes.get(userId);
    if (node === undefined) {
      node = { held: 0n, seconds: this.seconds, earned: 0n, claimed: 0n };
      this.nodes.set(userId, node);
    }
    return node;
  }

  private rateOf(held: bigint): bigint {
    return held * BigInt(gearPpm(this.versions.at(-1)?.gears ?? [], held));
  }
}

function isSame(told: MiningMove['spans'], due: MiningMove['spans']): boolean {
  return (
    told.length === due.length &&
    told.every(({ termsNo, dailyPpm, seconds }, i) => {
      const span = due[i]!;
      return termsNo === span.termsNo && dailyPpm === span.dailyPpm && seconds === span.seconds;
    })
  );
}
