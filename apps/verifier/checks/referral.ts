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
import { agentShare, type ReferralTerms, rebateOf, settled } from '@candor/rules';
import type { Check } from './check.ts';

type Report = (what: string) => void;

/** Earnings of one generation from one payer's fees in one asset, in millionths of a unit, and the units paid. */
interface Account {
  earned: bigint;
  paid: bigint;
}

const TRADING_FEES: ReadonlySet<EntryKind> = new Set(['fee', 'perpetual-fee']);
const CYCLE = 1_000;
/** Place of an agent's own share, behind the three generations. */
const AGENT_PLACE = 4;

/**
 * Recomputes every rebate from the trading fees that stand in the entries, the inviters and agents that were named and
 * the shares that were published: of each payer, asset and generation, all payments together are the share of all fees, rounded
 * down once.
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
  private readonly changed = new Map<string, Account>();

  see({ envelope, outcome, events }: AppliedCommand, _view: KernelView, report: Report): void {
    let entries: EntryEvent[] = [];
    for (const event of events) {
      if (event.type === 'referrerSet') this.invited(event.userId, event.inviterId, report);
      else if (event.type === 'agentSet') this.named.set(event.userId, event);
      else if (event.type === 'agentBegun') this.begun(event, envelope.timeMs, report);
      else if (event.type === 'agentEnded') this.ended(event.userId);
      else if (event.type === 'changeEnded' && event.end === 'applied') this.set(event.change);
      else if (event.type === 'referralPaid') {
        this.paid(event, entries, report);
        entries = [];
      } else if (event.type === 'entry' && event.kind === 'referral-rebate') entries.push(event);
      else if (event.type === 'entry' && TRADING_FEES.has(event.kind)) this.charged(event);
    }
    // what fell due before the command still earned by the terms from before it
    if (outcome.ok) this.set(envelope.body);
    if (entries.length > 0) report(`${entries.length} rebates have no payer.`);
    for (const [name, { earned, paid }] of this.changed) {
      const due = settled(earned).paid;
      if (paid !== due)
        report(`Rebates of ${name} (payer, asset, generation) are ${paid}; its fees give ${due}.`);
    }
    this.changed.clear();
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

  private charged({ postings }: EntryEvent): void {
    for (const { account, assetId, amount } of postings) {
      if (account <= 0 || amount >= 0n) continue;
      const payer = userOf(account);
      let inviter = this.inviters.get(payer);
      let generations = 0;
      for (const ppm of this.terms.sharesPpm) {
        if (inviter === undefined) break;
        this.accountOf(payer, assetId, ++generations).earned += -amount * BigInt(ppm);
        inviter = this.inviters.get(inviter);
      }
      const agent = this.agentAbove(payer);
      if (agent === undefined) continue;
      const ppm = agentShare(this.agents.get(agent)!, this.terms, generations);
      this.accountOf(payer, assetId, AGENT_PLACE).earned += -amount * BigInt(ppm);
    }
  }

  private paid(
    { payerId, assetId, charged, rebates }: ReferralPaidEvent,
    entries: readonly EntryEvent[],
    report: Report,
  ) {
    const stated = new Map(entries.map((entry) => [entry.orderId, entry]));
    if (entries.length !== rebates.length) report(`Rebates of payer ${payerId} are not their entries.`);
    for (const { generation, inviterId, amount, sharePpm, restMillionths } of rebates) {
      this.count += 1;
      let inviter: number | undefined = generation === AGENT_PLACE ? this.agentAbove(payerId) : payerId;
      for (let above = 0; above < generation && generation !== AGENT_PLACE; above++)
        inviter = this.inviters.get(inviter ?? 0);
      if (rebateOf(BigInt(restMillionths), charged, sharePpm).paid !== amount)
        report(`A rebate of ${amount} to ${inviterId} is not what its receipt gives.`);
      if (inviter !== inviterId)
        report(`A rebate of payer ${payerId} went to ${inviterId}, who is not of generation ${generation}.`);
      const postings = stated.get(generation)?.postings ?? [];
      const moved = (account: number) => postings.find((posting) => posting.account === account)?.amount;
      const isPosted =
        postings.length === 2 &&
        postings.every((posting) => posting.assetId === assetId) &&
        moved(inviterId) === amount &&
        moved(FEES) === -amount;
      if (!isPosted) report(`The entry of a rebate of ${amount} to ${inviterId} is not what it says.`);
      this.accountOf(payerId, assetId, generation).paid += amount;
    }
  }

  private accountOf(payer: number, assetId: number, generation: number): Account {
    const name = `${payer} ${assetId} ${generation}`;
    let account = this.accounts.get(name);
    if (account === undefined) {
      account = { earned: 0n, paid: 0n };
      this.accounts.set(name, account);
    }
    this.changed.set(name, account);
    return account;
  }
}
