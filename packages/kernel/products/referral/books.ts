import type { Amount } from '@candor/money';
import { AGENT_PLACE, REFERRAL_GENERATIONS } from '@candor/products';
import { agentShare, type ReferralTerms, settled } from '@candor/rules';
import { assert } from '../../assert.ts';
import { FEES } from '../../ledger/accounts.ts';
import { postPair } from '../../ledger/entries.ts';
import { copyInt32 } from '../../memory/hash-index.ts';
import type { State } from '../../state.ts';
import { Agents } from './agents.ts';
import type { PaidRebate } from './events.ts';

/** Ids of assets stay below. */
const ASSET_IDS = 65_536;
const PPM = 1_000_000n;

/** Earnings from one payer's fees in one asset that are not paid yet. */
export interface Carried {
  /** The payer's account, as a slot. */
  readonly account: number;
  readonly assetId: number;
  /** Millionths of a base unit, by generation from the first, an agent's own share behind them. */
  readonly millionths: bigint[];
  /** Fees since the last payment. */
  fees: bigint;
  /** Part of them that is charged by the terms of now and waits for its payment: 0 between commands. */
  charged: bigint;
  isQueued: boolean;
}

/** Sums of one asset. Accrued are millionths of a unit: all that was earned, paid or not. */
interface Sums {
  fees: bigint;
  accrued: bigint;
  paid: bigint;
}

/**
 * Inviters of all users, and earnings that are not paid yet. A fee earns its shares when it is charged, by the terms of that
 * moment, and is paid once its command is performed; the rest below a unit stays for the next fee. All payments of a
 * payer, an asset and a generation are the share of all those fees, rounded down once.
 */
export class Books {
  readonly state: State;
  terms: ReferralTerms = { sharesPpm: [0, 0, 0], capPpm: 0 };
  /** By account (the slot of a user's spot wallet): that of the inviter, 0 for none. */
  inviters = new Int32Array(64);
  /** Accounts that invited somebody. */
  readonly agents: Agents;
  private readonly hasInvited = new Set<number>();
  readonly carried = new Map<number, Carried>();
  readonly sums = new Map<number, Sums>();
  private readonly queue: Carried[] = [];

  constructor(state: State) {
    this.state = state;
    this.agents = new Agents((account) => this.inviterOf(account));
  }

  inviterOf(account: number): number {
    return account < this.inviters.length ? this.inviters[account]! : 0;
  }

  invite(account: number, inviter: number): void {
    if (account >= this.inviters.length) this.inviters = copyInt32(this.inviters, 2 * account);
    this.inviters[account] = inviter;
    if (this.hasInvited.has(account)) this.agents.forget();
    this.hasInvited.add(inviter);
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
    carried.fees += fee;
    carried.charged += fee;
    sums.fees += fee;
    let inviter = this.inviterOf(account);
    for (const [place, ppm] of this.terms.sharesPpm.entries()) {
      if (inviter === 0) break;
      const earned = fee * BigInt(ppm);
      carried.millionths[place]! += earned;
      sums.accrued += earned;
      inviter = this.inviterOf(inviter);
    }
    const ofAgent = fee * BigInt(this.agentPpm(account));
    carried.millionths[AGENT_PLACE - 1]! += ofAgent;
    sums.accrued += ofAgent;
    if (carried.isQueued) return;
    carried.isQueued = true;
    this.queue.push(carried);
    this.state.isUnsettled = true;
  }

  /** Own share of the nearest agent above a payer, as far as the cap leaves it. */
  agentPpm(account: number): number {
    const agent = this.agents.above(account);
    if (agent === 0) return 0;
    let generations = 0;
    for (
      let above = this.inviterOf(account);
      above !== 0 && generations < REFERRAL_GENERATIONS;
      generations++
    )
      above = this.inviterOf(above);
    return agentShare(this.agents.shareOf(agent), this.terms, generations);
  }

  /**
   * Pays all that fees make whole units: when their command ends, and before terms, agents or inviters change, so that
   * each payment is of one share.
   */
  pay(): void {
    for (const carried of this.queue) {
      carried.isQueued = false;
      this.payOut(carried);
    }
    this.queue.length = 0;
  }

  private payOut(carried: Carried): void {
    const { accounts, balances, tape } = this.state;
    const { account, assetId, millionths, charged } = carried;
    carried.charged = 0n;
    const rebates: PaidRebate[] = [];
    let inviter = account;
    for (const [place, sum] of millionths.entries()) {
      const generation = place + 1;
      inviter = generation === AGENT_PLACE ? this.agents.above(account) : this.inviterOf(inviter);
      const { paid, rest } = settled(sum);
      if (paid === 0n) continue;
      millionths[place] = rest;
      const sharePpm = this.terms.sharesPpm[place] ?? this.agentPpm(account);
      const before = sum - charged * BigInt(sharePpm);
      assert(before >= 0n && before < PPM, 'a payment is of one share');
      const fees = balances.findOrOpen(accounts.find(FEES), assetId);
      const balance = balances.findOrOpen(inviter, assetId);
      postPair(this.state, 'referral-rebate', { tradeId: 0, orderId: generation }, balance, fees, paid);
      this.sumsOf(assetId).paid += paid;
      const inviterId = accounts.numbers[inviter]!;
      const restMillionths = Number(before);
      rebates.push({ generation, inviterId, amount: paid as Amount, sharePpm, restMillionths });
    }
    if (rebates.length === 0) return;
    const payerId = accounts.numbers[account]!;
    const fees = carried.fees as Amount;
    carried.fees = 0n;
    tape.note({ type: 'referralPaid', payerId, assetId, fees, charged: charged as Amount, rebates });
  }

  carriedOf(account: number, assetId: number): Carried {
    const key = account * ASSET_IDS + assetId;
    let carried = this.carried.get(key);
    if (carried === undefined) {
      const millionths = new Array<bigint>(AGENT_PLACE).fill(0n);
      carried = { account, assetId, millionths, fees: 0n, charged: 0n, isQueued: false };
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
