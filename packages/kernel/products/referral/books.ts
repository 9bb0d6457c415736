import type { Amount } from '@candor/money';
import { AGENT_PLACE } from '@candor/products';
import { agentShare, type ReferralTerms, rebateOf } from '@candor/rules';
import { assert } from '../../assert.ts';
import { FEES } from '../../ledger/accounts.ts';
import { postPair } from '../../ledger/entries.ts';
import { copyInt32 } from '../../memory/hash-index.ts';
import type { State } from '../../state.ts';
import { type AgentShare, Agents } from './agents.ts';
import type { PaidRebate } from './events.ts';

/** Ids of assets stay below. */
const ASSET_IDS = 65_536;
const DAY_MS = 86_400_000;

/** Fees of one payer in one asset that were charged under the same shares and wait for their payment. */
export interface Charged {
  /** Shares in parts per million by place: the three generations, an agent's own behind them. */
  readonly sharesPpm: readonly number[];
  /** Accounts that they go to, as slots, by place; 0 where nobody is. */
  readonly inviters: readonly number[];
  fees: bigint;
  /** `Books.version` by which shares and inviters were last looked up; in no snapshot. */
  version: number;
}

/** Earnings from one payer's fees in one asset that are not paid yet. */
export interface Carried {
  /** The payer's account, as a slot. */
  readonly account: number;
  readonly assetId: number;
  /** Rests of earlier payments in millionths of a base unit, by place: below a whole unit. */
  readonly millionths: bigint[];
  /** UTC day since 1970 on which the first of `charged` was; it is paid when that day is over. */
  day: number;
  /** In the order of time; empty for what waits for no payment. */
  readonly charged: Charged[];
}

/** Sums of one asset. Accrued are millionths of a unit: all that was earned, paid or not. */
interface Sums {
  fees: bigint;
  accrued: bigint;
  paid: bigint;
}

/**
 * Inviters of all users, and earnings that are not paid yet. A fee earns its shares when it is charged, by the terms and
 * inviters of that moment. Each payer's day is paid when it is over, so that no credit has the time of a trade; the rest
 * below a unit stays for the next day. All payments of a payer, an asset and a generation are the share of all those fees,
 * rounded down once.
 */
export class Books {
  readonly state: State;
  /** By account (the slot of a user's spot wallet): that of the inviter, 0 for none. */
  inviters = new Int32Array(64);
  readonly agents: Agents;
  readonly carried = new Map<number, Carried>();
  readonly sums = new Map<number, Sums>();
  /** Accounts that were closed: they earn nothing more. */
  readonly closed = new Set<number>();
  private terms: ReferralTerms = { sharesPpm: [0, 0, 0], capPpm: 0 };
  /** Accounts that invited somebody. */
  private readonly hasInvited = new Set<number>();
  /** Moves with whatever shares follow from: terms, inviters, agents and closings. */
  private version = 1;
  /** Those that wait for a payment, the earliest day first. */
  private queue: Carried[] = [];
  private paidOfQueue = 0;

  constructor(state: State) {
    this.state = state;
    this.agents = new Agents((account) => this.inviterOf(account));
  }

  publishedTerms(): ReferralTerms {
    return this.terms;
  }

  setTerms(terms: ReferralTerms): void {
    this.terms = terms;
    this.version++;
  }

  setAgent(account: number, share: AgentShare): void {
    this.agents.set(account, share);
    this.version++;
  }

  /** Ends all that an account earns from here on. */
  close(account: number): void {
    this.closed.add(account);
    if (this.agents.isNamed(account)) this.agents.set(account, { sharePpm: 0, next: null });
    this.version++;
  }

  inviterOf(account: number): number {
    return account < this.inviters.length ? this.inviters[account]! : 0;
  }

  invite(account: number, inviter: number): void {
    if (account >= this.inviters.length) this.inviters = copyInt32(this.inviters, 2 * account);
    this.inviters[account] = inviter;
    if (this.hasInvited.has(account)) this.agents.forget();
    else this.agents.forgetOf(account);
    this.hasInvited.add(inviter);
    this.version++;
  }

  /** Returns true if `account` stands above `inviter`: they would invite each other in a circle. */
  isAbove(account: number, inviter: number): boolean {
    if (account === inviter) return true;
    if (!this.hasInvited.has(account)) return false;
    for (let above = inviter; above !== 0; above = this.inviterOf(above)) if (above === account) return true;
    return false;
  }

  /** Notes a fee of an account that belongs to a user with an inviter: see `onFee` of the product. */
  earn(account: number, assetId: number, units: number): void {
    const carried = this.carriedOf(account, assetId);
    const sums = this.sumsOf(assetId);
    const fee = BigInt(units);
    if (carried.charged.length === 0) {
      carried.day = Math.floor(this.state.timeMs / DAY_MS);
      this.enqueue(carried);
      this.state.dueMs = Math.min(this.state.dueMs, dueMs(carried));
    }
    const charged = this.chargedOf(carried);
    charged.fees += fee;
    sums.fees += fee;
    for (const ppm of charged.sharesPpm) sums.accrued += fee * BigInt(ppm);
  }

  /** The fees to which one charged now belongs: those before it, unless shares or inviters are others. */
  private chargedOf({ account, charged }: Carried): Charged {
    const last = charged.at(-1);
    if (last?.version === this.version) return last;
    const { sharesPpm, inviters } = this.sharesOf(account);
    if (last !== undefined && isSame(last.sharesPpm, sharesPpm) && isSame(last.inviters, inviters)) {
      last.version = this.version;
      return last;
    }
    const next = { sharesPpm, inviters, fees: 0n, version: this.version };
    charged.push(next);
    return next;
  }

  /** Shares of a fee charged now, and who gets them, by place. A closed account leaves its share to the house. */
  private sharesOf(account: number): Pick<Charged, 'sharesPpm' | 'inviters'> {
    const inviters: number[] = [];
    const sharesPpm: number[] = [];
    let generations = 0;
    let above = this.inviterOf(account);
    for (const ppm of this.terms.sharesPpm) {
      const earns = above !== 0 && !this.closed.has(above);
      inviters.push(earns ? above : 0);
      sharesPpm.push(earns ? ppm : 0);
      if (above !== 0) generations++;
      above = this.inviterOf(above);
    }
    const agent = this.agents.above(account);
    inviters.push(agent);
    sharesPpm.push(agent === 0 ? 0 : agentShare(this.agents.shareOf(agent), this.terms, generations));
    return { sharesPpm, inviters };
  }

  enqueue(carried: Carried): void {
    this.queue.push(carried);
  }

  /** All that waits for a payment, in the order of its days. */
  waiting(): readonly Carried[] {
    return this.queue.slice(this.paidOfQueue);
  }

  /** True while fees of which an account has a share wait for their payment, or new ones would. */
  owes(account: number): boolean {
    if (!this.closed.has(account) && (this.hasInvited.has(account) || this.agents.isNamed(account)))
      return true;
    return this.waiting().some(({ charged }) =>
      charged.some(({ inviters, sharesPpm }) =>
        inviters.some((inviter, place) => inviter === account && sharesPpm[place]! > 0),
      ),
    );
  }

  /** Time at which the first payment is due, in ms; Infinity for none. */
  nextDueMs(): number {
    const first = this.queue[this.paidOfQueue];
    return first === undefined ? Number.POSITIVE_INFINITY : dueMs(first);
  }

  /** Pays the earliest fees of the first in the queue, all of one share: one item of a slice. */
  payNext(): void {
    const carried = this.queue[this.paidOfQueue]!;
    const charged = carried.charged.shift();
    assert(charged !== undefined, 'what waits for a payment has fees');
    if (carried.charged.length === 0) this.dequeue();
    this.payOut(carried, charged);
  }

  private dequeue(): void {
    this.paidOfQueue++;
    if (2 * this.paidOfQueue < this.queue.length) return;
    this.queue = this.queue.slice(this.paidOfQueue);
    this.paidOfQueue = 0;
  }

  private payOut(carried: Carried, { sharesPpm, inviters, fees: charged }: Charged): void {
    const { accounts, balances, tape } = this.state;
    const { account, assetId, millionths, day } = carried;
    const rebates: PaidRebate[] = [];
    for (const [place, before] of millionths.entries()) {
      const generation = place + 1;
      const sharePpm = sharesPpm[place]!;
      const { paid, rest } = rebateOf(before, charged, sharePpm);
      millionths[place] = rest;
      if (paid === 0n) continue;
      const inviter = inviters[place]!;
      assert(inviter !== 0, 'who is paid was there when the fee was charged');
      const fees = balances.findOrOpen(accounts.find(FEES), assetId);
      const balance = balances.findOrOpen(inviter, assetId);
      postPair(this.state, 'referral-rebate', { tradeId: 0, orderId: generation }, balance, fees, paid);
      this.sumsOf(assetId).paid += paid;
      const inviterId = accounts.numbers[inviter]!;
      const restMillionths = Number(before);
      rebates.push({ generation, inviterId, amount: paid as Amount, sharePpm, restMillionths });
    }
    const payerId = accounts.numbers[account]!;
    tape.note({ type: 'referralPaid', payerId, assetId, day, charged: charged as Amount, rebates });
  }

  carriedOf(account: number, assetId: number): Carried {
    const key = account * ASSET_IDS + assetId;
    let carried = this.carried.get(key);
    if (carried === undefined) {
      const millionths = new Array<bigint>(AGENT_PLACE).fill(0n);
      carried = { account, assetId, millionths, day: 0, charged: [] };
      this.carried.set(key, carried);
    }
    return carried;
  }

  sumsOf(assetId: number): Sums {
    let sums = this.sums.get(assetId);
    if (sums === undefined) {
      sums = { fees: 0n, accrued: 0n, paid: 0n };
      this.sums.set(assetId, sums);
    }
    return sums;
  }
}

function dueMs({ day }: Carried): number {
  return (day + 1) * DAY_MS;
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.every((value, place) => value === other[place]);
}
