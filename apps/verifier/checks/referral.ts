import type { AppliedCommand } from '@candor/journal';
import {
  type AgentBegunEvent,
  type EntryEvent,
  type EntryKind,
  FEES,
  type KernelView,
  type ReferralPaidEvent,
  userOf,
} from '@candor/kernel';
import { agentShare, type ReferralTerms, rebateOf } from '@candor/rules';
import type { Check } from './check.ts';

type Report = (what: string) => void;

/** Fees of a payer in an asset that were charged under the same shares, and wait for their payment. */
interface Charged {
  readonly day: number;
  readonly sharesPpm: readonly number[];
  /** By generation, an agent's own share behind them; 0 where nobody is. */
  readonly inviters: readonly number[];
  fees: bigint;
}

/** One payer's fees in one asset. */
interface Account {
  /** In the order of time. */
  readonly waiting: Charged[];
  /** Millionths of a unit that payments left, by generation. */
  readonly rests: bigint[];
}

const TRADING_FEES: ReadonlySet<EntryKind> = new Set(['fee', 'perpetual-fee']);
const CYCLE = 1_000;
const DAY_MS = 86_400_000;
/** Place of an agent's own share, behind the three generations. */
const AGENT_PLACE = 4;

/**
 * Recomputes every rebate from the trading fees that stand in the entries, the inviters and agents that were named and
 * the shares that were published: each day is paid after its end, and of each payer, asset and generation all payments
 * together are the share of all fees, rounded down once.
 */
export class ReferralCheck implements Check {
  readonly name = 'referral rebates';
  count = 0;
  private terms: ReferralTerms = { sharesPpm: [0, 0, 0], capPpm: 0 };
  private readonly inviters = new Map<number, number>();
  /** Own shares of agents. */
  private readonly agents = new Map<number, number>();
  private readonly named = new Map<number, { readonly sharePpm: number; readonly effectiveMs: number }>();
  private readonly accounts = new Map<string, Account>();
  private readonly closed = new Set<number>();
  /** The last day after whose payments all accounts were looked at. */
  private lookedAt = 0;

  see({ envelope, outcome, events }: AppliedCommand, view: KernelView, report: Report): void {
    let entries: EntryEvent[] = [];
    for (const event of events) {
      if (event.type === 'referrerSet') this.invited(event.userId, event.inviterId, report);
      else if (event.type === 'agentSet') this.named.set(event.userId, event);
      else if (event.type === 'agentBegun') this.begun(event, envelope.timeMs, report);
      else if (event.type === 'referralEnded') this.ended(event.userId);
      else if (event.type === 'changeEnded' && event.end === 'applied') this.set(event.change);
      else if (event.type === 'referralPaid') {
        this.paid(event, entries, envelope.timeMs, report);
        entries = [];
      } else if (event.type === 'entry' && event.kind === 'referral-rebate') entries.push(event);
      else if (event.type === 'entry' && TRADING_FEES.has(event.kind)) this.charged(event, envelope.timeMs);
    }
    // what fell due before the command still earned by the terms from before it
    if (outcome.ok) this.set(envelope.body);
    if (entries.length > 0) report(`${entries.length} rebates have no payer.`);
    if (view.nextDueMs > envelope.timeMs) this.allPaid(dayOf(envelope.timeMs), report);
  }

  /** Reports a share that should have begun, where the ledger says that nothing is due. */
  end(view: KernelView, report: Report): void {
    if (view.nextDueMs <= view.timeMs) return;
    for (const [userId, { sharePpm, effectiveMs }] of this.named)
      if (effectiveMs <= view.timeMs)
        report(`The share ${sharePpm} of agent ${userId} was to begin at ${effectiveMs}, and never did.`);
  }

  /** Called while nothing is due: the days before are paid. */
  private allPaid(today: number, report: Report): void {
    if (this.lookedAt === today) return;
    this.lookedAt = today;
    for (const [name, { waiting }] of this.accounts)
      for (const { day, fees } of waiting)
        if (day < today)
          report(`Fees of ${fees} of ${name} (payer, asset) were not paid on after day ${day}.`);
  }

  private set(body: { readonly type: string } & Partial<ReferralTerms>): void {
    if (body.type !== 'setReferralTerms') return;
    const { sharesPpm, capPpm } = body as ReferralTerms;
    this.terms = { sharesPpm, capPpm };
  }

  private begun({ userId, sharePpm }: AgentBegunEvent, timeMs: number, report: Report): void {
    const named = this.named.get(userId);
    if (named?.sharePpm !== sharePpm || named.effectiveMs > timeMs)
      report(`The share of agent ${userId} that begins was not named for this time.`);
    this.named.delete(userId);
    this.agents.set(userId, sharePpm);
  }

  private ended(userId: number): void {
    this.named.delete(userId);
    this.agents.set(userId, 0);
    this.closed.add(userId);
  }

  /** The nearest agent above a payer; undefined for none. */
  private agentAbove(payer: number): number | undefined {
    let above = this.inviters.get(payer);
    while (above !== undefined && (this.agents.get(above) ?? 0) === 0) above = this.inviters.get(above);
    return above;
  }

  private invited(userId: number, inviterId: number, report: Report): void {
    if (this.inviters.has(userId)) report(`User ${userId} was given a second inviter.`);
    this.inviters.set(userId, inviterId);
    let above = inviterId;
    for (let steps = 0; above !== 0 && steps < CYCLE; steps++) {
      if (above === userId) report(`User ${userId} was invited by an own guest.`);
      if (above === userId) return;
      above = this.inviters.get(above) ?? 0;
    }
  }

  private charged({ postings }: EntryEvent, timeMs: number): void {
    for (const { account, assetId, amount } of postings) {
      if (account <= 0 || amount >= 0n) continue;
      const payer = userOf(account);
      if (!this.inviters.has(payer)) continue;
      const { waiting } = this.accountOf(payer, assetId);
      const shares = this.sharesOf(payer);
      const last = waiting.at(-1);
      if (last !== undefined && textOf(last) === textOf(shares)) last.fees -= amount;
      else waiting.push({ ...shares, day: waiting[0]?.day ?? dayOf(timeMs), fees: -amount });
    }
  }

  /** Shares of a fee that a payer is charged now, and whose they are. */
  private sharesOf(payer: number): Pick<Charged, 'sharesPpm' | 'inviters'> {
    const sharesPpm: number[] = [];
    const inviters: number[] = [];
    let generations = 0;
    let above = this.inviters.get(payer);
    for (const ppm of this.terms.sharesPpm) {
      const earns = above !== undefined && !this.closed.has(above);
      sharesPpm.push(earns ? ppm : 0);
      inviters.push(earns ? above! : 0);
      if (above !== undefined) generations += 1;
      above = this.inviters.get(above ?? 0);
    }
    const agent = this.agentAbove(payer);
    sharesPpm.push(agent === undefined ? 0 : agentShare(this.agents.get(agent)!, this.terms, generations));
    return { sharesPpm, inviters: [...inviters, agent ?? 0] };
  }

  private paid(
    event: ReferralPaidEvent,
    entries: readonly EntryEvent[],
    timeMs: number,
    report: Report,
  ): void {
    const { payerId, assetId, day, charged, rebates } = event;
    const { waiting, rests } = this.accountOf(payerId, assetId);
    const first = waiting.shift();
    if (timeMs < (day + 1) * DAY_MS) report(`Rebates of payer ${payerId} of day ${day} came before its end.`);
    if (first === undefined || first.fees !== charged || first.day !== day) {
      const due = first === undefined ? 'none wait' : `${first.fees} of day ${first.day} wait`;
      report(`Rebates of payer ${payerId} are of ${charged} fees of day ${day}; ${due}.`);
      return;
    }
    const stated = new Map(entries.map((entry) => [entry.orderId, entry]));
    const left = new Map(rebates.map((rebate) => [rebate.generation, rebate]));
    if (entries.length !== rebates.length) report(`Rebates of payer ${payerId} are not their entries.`);
    for (const [place, sharePpm] of first.sharesPpm.entries()) {
      const generation = place + 1;
      const before = rests[place]!;
      const { paid, rest } = rebateOf(before, charged, sharePpm);
      rests[place] = rest;
      const rebate = left.get(generation);
      if ((rebate?.amount ?? 0n) !== paid)
        report(
          `A rebate of payer ${payerId} and generation ${generation} is ${rebate?.amount ?? 0n}; its fees give ${paid}.`,
        );
      if (rebate === undefined) continue;
      this.count += 1;
      left.delete(generation);
      if (rebate.sharePpm !== sharePpm || BigInt(rebate.restMillionths) !== before)
        report(`A rebate of payer ${payerId} and generation ${generation} states another share or rest.`);
      const inviterId = first.inviters[place]!;
      if (rebate.inviterId !== inviterId)
        report(
          `A rebate of payer ${payerId} went to ${rebate.inviterId}, who is not of generation ${generation}.`,
        );
      const postings = stated.get(generation)?.postings ?? [];
      const moved = (account: number) => postings.find((posting) => posting.account === account)?.amount;
      const isPosted =
        postings.length === 2 &&
        postings.every((posting) => posting.assetId === assetId) &&
        moved(inviterId) === paid &&
        moved(FEES) === -paid;
      if (!isPosted) report(`The entry of a rebate of ${paid} to ${inviterId} is not what it says.`);
    }
    if (left.size > 0) report(`A rebate of payer ${payerId} is of no generation.`);
  }

  private accountOf(payer: number, assetId: number): Account {
    const name = `${payer} ${assetId}`;
    let account = this.accounts.get(name);
    if (account === undefined) {
      account = { waiting: [], rests: new Array<bigint>(AGENT_PLACE).fill(0n) };
      this.accounts.set(name, account);
    }
    return account;
  }
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

function textOf({ sharesPpm, inviters }: Pick<Charged, 'sharesPpm' | 'inviters'>): string {
  return `${sharesPpm} ${inviters}`;
}
