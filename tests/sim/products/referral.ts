import type { AppliedCommand } from '@candor/journal';
import type { Command, EntryEvent, KernelView, ReferralPaidEvent } from '@candor/kernel';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { REFERRAL_PLANTS } from './referral-plants.ts';

const FEES = -2;
const SHIFT = 2 ** 32;
const DAY_MS = 86_400_000;
const PPM = 1_000_000n;
const REASON = 'An agent of the simulator';

type Shares = readonly [number, number, number];

/** Earnings of one generation from a payer's fees in an asset that were paid on: in millionths as earned, in units as paid. */
interface Owed {
  earned: bigint;
  paid: bigint;
}

/** Fees of a payer in an asset on one day that were charged under the same shares. */
interface Charged {
  readonly day: number;
  /** By generation, the agent's behind them: whose share it is, and how much. */
  readonly shares: readonly (readonly [userId: number, ppm: number])[];
  fees: bigint;
}

/** Referral: people invite each other, and every rebate is reckoned again from the fees in the books. */
class Referral implements SimProduct {
  readonly weight = 2;
  private readonly exchange: Exchange;
  private shares: Shares = [0, 0, 0];
  private capPpm = 0;
  private readonly inviters = new Map<number, number>();
  /** Own shares of agents, and those that were named for a time. */
  private readonly agents = new Map<number, number>();
  private readonly named = new Map<number, { readonly sharePpm: number; readonly effectiveMs: number }>();
  private readonly owed = new Map<string, Owed>();
  private readonly closed = new Set<number>();
  /** By payer and asset, in the order of time. */
  private readonly waiting = new Map<string, Charged[]>();
  private readonly sums = new Map<number, { fees: bigint; paid: bigint }>();

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  listing(): Command[] {
    const [first, second, third] = this.exchange.users;
    return [
      { type: 'setReferralTerms', sharesPpm: [200_000, 100_000, 50_000], capPpm: 500_000 },
      { type: 'setReferrer', accountUserId: first!, inviterId: second! },
      { type: 'setReferrer', accountUserId: second!, inviterId: third! },
      { type: 'setAgent', accountUserId: third!, sharePpm: 100_000, effectiveMs: 0, reason: REASON },
    ];
  }

  act(): Act {
    const { random, users, houses } = this.exchange;
    if (random.chance(0.3)) return { userId: 0, body: this.terms() };
    if (random.chance(0.3)) return { userId: 0, body: this.agent() };
    const accountUserId = random.pick(users);
    const inviterId = random.chance(0.05) ? random.pick(houses) : random.pick(users);
    return { userId: 0, body: { type: 'setReferrer', accountUserId, inviterId } };
  }

  private terms(): Command {
    const { random } = this.exchange;
    const first = random.int(0, 500_000);
    const second = random.int(0, first);
    const third = random.int(0, second);
    const sum = first + second + third;
    const capPpm = random.chance(0.1) ? sum - 1 : random.int(sum, 900_000);
    return { type: 'setReferralTerms', sharesPpm: [first, second, third], capPpm: Math.max(0, capPpm) };
  }

  private agent(): Command {
    const { random, users, houses } = this.exchange;
    const accountUserId = random.chance(0.05) ? random.pick(houses) : random.pick(users);
    const sharePpm = random.chance(0.2) ? 0 : random.int(1, random.chance(0.05) ? 1_000_000 : 400_000);
    const effectiveMs = random.chance(0.5) ? 0 : this.exchange.nowMs() + random.int(-1_000, 60_000);
    if (sharePpm === 0 && effectiveMs === 0) return { type: 'endReferral', accountUserId };
    return { type: 'setAgent', accountUserId, sharePpm, effectiveMs, reason: REASON };
  }

  onCommand({ envelope, outcome, events }: AppliedCommand): void {
    const { body } = envelope;
    const touched = new Set<string>();
    let entries: EntryEvent[] = [];
    for (const event of events) {
      if (event.type === 'referrerSet') {
        const isAsked =
          body.type === 'setReferrer' &&
          outcome.ok &&
          body.accountUserId === event.userId &&
          envelope.userId === 0;
        must(isAsked && body.inviterId === event.inviterId, 'inviters are named', () => words([body, event]));
        this.invite(event.userId, event.inviterId);
      } else if (event.type === 'changeEnded' && event.change.type === 'setReferralTerms') {
        if (event.end === 'applied') this.setTerms(event.change);
      } else if (event.type === 'agentSet') {
        const before = this.named.get(event.userId);
        const isRaise = before !== undefined && before.sharePpm > (this.agents.get(event.userId) ?? 0);
        must(
          !isRaise ||
            event.effectiveMs <= before.effectiveMs ||
            before.effectiveMs >= envelope.timeMs + DAY_MS,
          'a raise that was announced comes at its time',
          () => words([before, event]),
        );
        this.named.set(event.userId, event);
      } else if (event.type === 'agentBegun') {
        const { userId, sharePpm } = event;
        const named = this.named.get(userId);
        must(
          named?.sharePpm === sharePpm && named.effectiveMs <= envelope.timeMs,
          'agents earn from their time',
          () => words([event, named, envelope.timeMs]),
        );
        this.named.delete(userId);
        this.agents.set(userId, sharePpm);
      } else if (event.type === 'referralEnded') {
        must(
          body.type === 'endReferral' &&
            body.accountUserId === event.userId &&
            !this.closed.has(event.userId),
          'agents end with their account',
          () => words([body, event]),
        );
        this.closed.add(event.userId);
        this.named.delete(event.userId);
        this.agents.set(event.userId, 0);
      } else if (event.type === 'referralPaid') {
        this.paid(event, entries, touched, envelope.timeMs);
        entries = [];
      } else if (event.type === 'entry') {
        if (event.kind === 'referral-rebate') entries.push(event);
        else if (event.kind === 'fee' || event.kind === 'perpetual-fee') this.charged(event, envelope.timeMs);
      }
    }
    if (body.type === 'setReferralTerms' && outcome.ok) {
      const sum = body.sharesPpm.reduce((all, ppm) => all + ppm, 0);
      must(sum <= body.capPpm && sum <= 900_000, 'shares stay within their cap', () => words(body));
      this.setTerms(body);
    }
    for (const [userId, { effectiveMs }] of this.named)
      must(effectiveMs > envelope.timeMs, 'agents earn from their time', () => words([userId, effectiveMs]));
    must(entries.length === 0, 'each rebate names its payer', () => words(entries));
    for (const name of touched) {
      const { earned, paid } = this.owed.get(name)!;
      must(paid === earned / PPM, 'rebates are the share of all fees', () => `${name}: ${paid} of ${earned}`);
    }
  }

  scan(view: KernelView): void {
    for (const userId of this.exchange.users) {
      const inviter = this.inviters.get(userId) ?? 0;
      must(view.referral.inviterOf(userId) === inviter, 'inviters stay', () => `${userId}: ${inviter}`);
    }
    must(
      words(view.referral.terms().sharesPpm) === words(this.shares),
      'shares are those that were set',
      () => words([view.referral.terms(), this.shares]),
    );
    for (const { userId, sharePpm } of view.referral.agents())
      must((this.agents.get(userId) ?? 0) === sharePpm, 'agents keep their shares', () =>
        words([userId, sharePpm]),
      );
    for (const { assetId, fees, paid } of view.referral.sums()) {
      const sum = this.sums.get(assetId);
      must(sum?.fees === fees && sum.paid === paid, 'sums are those of the books', () =>
        words([sum, fees, paid]),
      );
      must(paid * 10n <= fees * 9n, 'rebates are a part of the fees', () => words([assetId, fees, paid]));
    }
    if (view.nextDueMs <= view.timeMs) return;
    for (const [name, waiting] of this.waiting)
      for (const { day } of waiting)
        must((day + 1) * DAY_MS > view.timeMs, 'a day is paid at its end', () => `${name}: ${day}`);
  }

  private setTerms({ sharesPpm, capPpm }: { readonly sharesPpm: Shares; readonly capPpm: number }): void {
    this.shares = sharesPpm;
    this.capPpm = capPpm;
  }

  /** The nearest agent above a payer; undefined for none. */
  private agentAbove(payer: number): number | undefined {
    let above = this.inviters.get(payer);
    while (above !== undefined && (this.agents.get(above) ?? 0) === 0) above = this.inviters.get(above);
    return above;
  }

  private invite(userId: number, inviterId: number): void {
    must(!this.inviters.has(userId), 'an inviter is named once', () => `${userId}: ${inviterId}`);
    must(
      !this.exchange.houses.includes(userId) && !this.exchange.houses.includes(inviterId),
      'the house invites nobody',
      () => `${userId}: ${inviterId}`,
    );
    let above: number | undefined = inviterId;
    while (above !== undefined) {
      must(above !== userId, 'nobody stands above themselves', () => `${userId}: ${inviterId}`);
      above = this.inviters.get(above);
    }
    this.inviters.set(userId, inviterId);
  }

  /** Whose shares of a payer's fee they are now, by generation and the agent's behind them. */
  private sharesOf(payer: number): Charged['shares'] {
    const shares: (readonly [number, number])[] = [];
    let room = this.capPpm;
    let inviter = this.inviters.get(payer);
    for (const ppm of this.shares) {
      if (inviter !== undefined) room -= ppm;
      const earns = inviter !== undefined && !this.closed.has(inviter);
      shares.push(earns ? [inviter!, ppm] : [0, 0]);
      inviter = inviter === undefined ? undefined : this.inviters.get(inviter);
    }
    const agent = this.agentAbove(payer);
    const own = agent === undefined ? 0 : this.agents.get(agent)!;
    shares.push([agent ?? 0, own < room ? own : room]);
    return agent === undefined ? shares.with(-1, [0, 0]) : shares;
  }

  private charged({ postings }: EntryEvent, timeMs: number): void {
    for (const { account, assetId, amount } of postings) {
      if (account <= 0 || amount >= 0n) continue;
      const payer = account % SHIFT;
      if (!this.inviters.has(payer)) continue;
      this.sumOf(assetId).fees -= amount;
      const name = `${payer} ${assetId}`;
      const waiting = this.waiting.get(name) ?? [];
      this.waiting.set(name, waiting);
      const shares = this.sharesOf(payer);
      const last = waiting.at(-1);
      if (last !== undefined && words(last.shares) === words(shares)) last.fees -= amount;
      else waiting.push({ day: waiting[0]?.day ?? Math.floor(timeMs / DAY_MS), shares, fees: -amount });
    }
  }

  private paid(
    event: ReferralPaidEvent,
    entries: readonly EntryEvent[],
    touched: Set<string>,
    timeMs: number,
  ): void {
    const { payerId, assetId, day, charged, rebates } = event;
    const first = this.waiting.get(`${payerId} ${assetId}`)?.shift();
    must(timeMs >= (day + 1) * DAY_MS, 'a day is paid at its end', () => words([event, timeMs]));
    must(first?.fees === charged && first.day === day, 'a payment is of one day’s fees', () =>
      words([event, first]),
    );
    const moved = entries.map(({ orderId, postings }) => [
      orderId,
      postings.map(({ account, assetId, amount }) => [account, assetId, amount]),
    ]);
    const due = rebates.map(({ generation, inviterId, amount }) => [
      generation,
      [
        [inviterId, assetId, amount],
        [FEES, assetId, -amount],
      ],
    ]);
    must(words(moved) === words(due), 'rebates come out of the fees', () => words([moved, due]));
    for (const [place, [, ppm]] of first!.shares.entries()) {
      const name = `${payerId} ${assetId} ${place + 1}`;
      this.owedOf(name).earned += charged * BigInt(ppm);
      touched.add(name);
    }
    for (const { generation, inviterId, amount, sharePpm, restMillionths } of rebates) {
      const recomputed = (BigInt(restMillionths) + charged * BigInt(sharePpm)) / PPM;
      must(recomputed === amount, 'a receipt gives what was paid', () => words(event));
      const [inviter, ppm] = first!.shares[generation - 1] ?? [0, 0];
      must(inviter === inviterId, 'a rebate goes to the inviter of its generation', () =>
        words([event, first]),
      );
      must(ppm === sharePpm, 'a rebate is of the share of its day', () => words([event, first]));
      this.owedOf(`${payerId} ${assetId} ${generation}`).paid += amount;
      this.sumOf(assetId).paid += amount;
    }
  }

  private owedOf(name: string): Owed {
    const owed = this.owed.get(name) ?? { earned: 0n, paid: 0n };
    this.owed.set(name, owed);
    return owed;
  }

  private sumOf(assetId: number): { fees: bigint; paid: bigint } {
    const sum = this.sums.get(assetId) ?? { fees: 0n, paid: 0n };
    this.sums.set(assetId, sum);
    return sum;
  }
}

export const referral: ProductModule = {
  name: 'referral',
  create: (exchange) => new Referral(exchange),
  wanted: [
    'setReferrer ok',
    'setReferrer REFERRER_FIXED',
    'setReferrer REFERRAL_CYCLE',
    'setReferrer NOT_PERMITTED',
    'setReferralTerms ok',
    'setReferralTerms INVALID_COMMAND',
    'setAgent ok',
    'setAgent CHANGE_TOO_SOON',
    'setAgent NOT_PERMITTED',
    'endReferral ok',
    'entry referral-rebate',
  ],
  plants: REFERRAL_PLANTS,
};
