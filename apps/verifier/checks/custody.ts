import type { AppliedCommand } from '@candor/journal';
import { CUSTODY, type EntryEvent, type KernelEvent, type KernelView } from '@candor/kernel';
import type { Check } from './check.ts';

const REVERSIBLE_MS = 7 * 86_400_000;

interface Deposit {
  readonly userId: number;
  readonly assetId: number;
  readonly amount: bigint;
  readonly creditedMs: number;
}

interface Withdrawal {
  readonly userId: number;
  readonly assetId: number;
  readonly amount: bigint;
  readonly fee: bigint;
}

/**
 * Follows each deposit, withdrawal and correction through the whole journal: a number is credited once and taken back at
 * most once and in time; a withdrawal ends once, as it was requested; a correction gives to a user; and custody moves by
 * these alone.
 */
export class CustodyCheck implements Check {
  readonly name = 'deposits and withdrawals';
  count = 0;
  private readonly deposits = new Map<number, Deposit>();
  private readonly reversed = new Set<number>();
  private readonly open = new Map<number, Withdrawal>();
  private readonly requested = new Set<number>();
  private readonly corrections = new Set<number>();
  /** Amounts that left (or, below 0, entered) custody by this command's events, by asset. */
  private moved = new Map<number, bigint>();

  see(command: AppliedCommand, _view: KernelView, report: (what: string) => void): void {
    this.moved = new Map();
    const { timeMs, body } = command.envelope;
    for (const event of command.events) this.event(event, timeMs, report);
    if (body.type === 'bookNetworkCost' && command.outcome.ok) this.move(body.assetId, body.amount);
    const booked = new Map<number, bigint>();
    for (const event of command.events) if (event.type === 'entry') addCustody(booked, event);
    for (const assetId of new Set([...booked.keys(), ...this.moved.keys()])) {
      const posted = booked.get(assetId) ?? 0n;
      const told = this.moved.get(assetId) ?? 0n;
      if (posted !== told)
        report(`Custody of asset ${assetId} changed by ${posted}; deposits and withdrawals say ${told}.`);
    }
  }

  private event(event: KernelEvent, timeMs: number, report: (what: string) => void): void {
    switch (event.type) {
      case 'depositCredited': {
        this.count += 1;
        const { depositNo, userId, assetId, amount } = event;
        if (this.deposits.has(depositNo)) report(`Deposit ${depositNo} was credited twice.`);
        this.deposits.set(depositNo, { userId, assetId, amount, creditedMs: timeMs });
        this.move(assetId, -amount);
        return;
      }
      case 'rechargeCredited': {
        this.count += 1;
        const { depositNo, amount, userId, assetId } = event;
        if (this.deposits.has(depositNo)) report(`Deposit ${depositNo} was credited twice.`);
        if (amount <= 0n) report(`Recharge ${depositNo} takes ${amount} from user ${userId}.`);
        // It cannot be taken back: the money came to the house, not over a chain.
        this.deposits.set(depositNo, { userId, assetId, amount, creditedMs: Number.NEGATIVE_INFINITY });
        return;
      }
      case 'depositReversed': {
        this.count += 1;
        const { depositNo, debited, loss } = event;
        const deposit = this.deposits.get(depositNo);
        if (deposit === undefined || deposit.userId !== event.userId || deposit.assetId !== event.assetId)
          report(`Deposit ${depositNo} was taken back and never credited so.`);
        else if (deposit.amount !== debited + loss || debited < 0n || loss < 0n)
          report(`Deposit ${depositNo} of ${deposit.amount} was taken back as ${debited} and ${loss}.`);
        else if (timeMs - deposit.creditedMs > REVERSIBLE_MS)
          report(`Deposit ${depositNo} was taken back too late.`);
        if (this.reversed.has(depositNo)) report(`Deposit ${depositNo} was taken back twice.`);
        this.reversed.add(depositNo);
        this.move(event.assetId, debited + loss);
        return;
      }
      case 'withdrawalRequested': {
        this.count += 1;
        const { withdrawalNo, userId, assetId, amount, fee } = event;
        if (this.requested.has(withdrawalNo)) report(`Withdrawal ${withdrawalNo} was requested twice.`);
        this.requested.add(withdrawalNo);
        this.open.set(withdrawalNo, { userId, assetId, amount, fee });
        return;
      }
      case 'withdrawalSettled':
      case 'payoutSettled':
      case 'withdrawalReleased':
      case 'withdrawalFailed': {
        const { withdrawalNo, userId, assetId, amount, fee } = event;
        const asked = this.open.get(withdrawalNo);
        if (asked === undefined) report(`Withdrawal ${withdrawalNo} ended and was not open.`);
        else if (
          asked.userId !== userId ||
          asked.assetId !== assetId ||
          asked.amount !== amount ||
          asked.fee !== fee
        )
          report(`Withdrawal ${withdrawalNo} ended otherwise than it was requested.`);
        this.open.delete(withdrawalNo);
        if (event.type !== 'withdrawalSettled' && event.type !== 'withdrawalFailed') return;
        if (event.type === 'withdrawalSettled') this.move(assetId, amount);
        this.move(event.networkAssetId, event.networkFee);
        return;
      }
      case 'custodyFunded':
        this.move(event.assetId, -event.amount);
        return;
      case 'custodyReconciled':
        this.move(event.assetId, -event.surplus);
        return;
      case 'balanceCorrected': {
        this.count += 1;
        const { correctionNo, amount } = event;
        if (this.corrections.has(correctionNo)) report(`Correction ${correctionNo} was made twice.`);
        this.corrections.add(correctionNo);
        if (amount <= 0n) report(`Correction ${correctionNo} takes ${amount} from user ${event.userId}.`);
        return;
      }
      default:
        return;
    }
  }

  /** Withdrawals that the state holds open are those that did not end. */
  end(view: KernelView, report: (what: string) => void): void {
    for (const withdrawalNo of this.requested) {
      const phase = view.custody.withdrawalPhase(withdrawalNo);
      const expected = this.open.has(withdrawalNo) ? 'open' : 'ended';
      if (phase !== expected) report(`Withdrawal ${withdrawalNo} is ${phase}; its events say ${expected}.`);
    }
  }

  private move(assetId: number, amount: bigint): void {
    if (amount !== 0n) this.moved.set(assetId, (this.moved.get(assetId) ?? 0n) + amount);
  }
}

function addCustody(booked: Map<number, bigint>, { postings }: EntryEvent): void {
  for (const { account, assetId, amount } of postings)
    if (account === CUSTODY) booked.set(assetId, (booked.get(assetId) ?? 0n) + amount);
}
