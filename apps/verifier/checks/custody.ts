import type { AppliedCommand } from '@candor/journal';
import { CUSTODY, type EntryEvent, type KernelEvent, type KernelView } from '@candor/kernel';
import type { Check } from './check.ts';

type Of<Type extends KernelEvent['type']> = Extract<KernelEvent, { readonly type: Type }>;

const REVERSIBLE_MS = 7 * 86_400_000;

/** A hold ends within so long; what is sent after its end settles it first. */
const HOLD_MS = 7 * 86_400_000;

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

/** A deposit that its chain took back and that nothing has ended yet. */
interface Hold {
  readonly depositNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly missing: bigint;
  readonly sinceMs: number;
}

/** The transfer that a deposit was credited for. */
interface Transfer {
  readonly chain: string;
  readonly transaction: string;
  readonly ordinal: number;
}

const placeOf = ({ chain, transaction, ordinal }: Transfer): string => `${chain} ${transaction} ${ordinal}`;

/**
 * Follows each deposit, withdrawal and correction through the whole journal: a number is credited once and taken back at
 * most once and in time; a transfer on a chain is credited once; what a chain took back is held until it ends, and while a
 * part is missing no withdrawal is taken; a withdrawal ends once, as it was requested; a correction gives to a user; and
 * custody moves by these alone.
 */
export class CustodyCheck implements Check {
  readonly name = 'deposits and withdrawals';
  count = 0;
  private readonly deposits = new Map<number, Deposit>();
  private readonly reversed = new Set<number>();
  private readonly transfers = new Map<number, Transfer>();
  /** Deposits that stand, by place on their chain. */
  private readonly places = new Map<string, number>();
  private readonly holds = new Map<number, Hold>();
  private readonly open = new Map<number, Withdrawal>();
  private readonly requested = new Set<number>();
  private readonly corrections = new Set<number>();
  /** Amounts that left (or, below 0, entered) custody by this command's events, by asset. */
  private moved = new Map<number, bigint>();

  see(command: AppliedCommand, _view: KernelView, report: (what: string) => void): void {
    this.moved = new Map();
    const { timeMs, body } = command.envelope;
    for (const event of command.events) this.event(event, timeMs, report);
    for (const { depositNo, sinceMs } of this.holds.values())
      if (timeMs - sinceMs > HOLD_MS) report(`Deposit ${depositNo} is held for more than 7 days.`);
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
      case 'depositCredited':
        this.credit(event, timeMs, report);
        break;
      case 'depositHeld':
        this.hold(event, timeMs, report);
        break;
      case 'depositRestored':
        this.restore(event, report);
        break;
      case 'depositHoldEnded':
        if (!this.holds.has(event.depositNo))
          report(`Deposit ${event.depositNo} was not held, and its hold ended.`);
        this.endHold(event.depositNo);
        break;
      case 'rechargeCredited':
        this.recharge(event, report);
        break;
      case 'depositReversed':
        this.reverse(event, timeMs, report);
        break;
      case 'withdrawalRequested':
        this.request(event, report);
        break;
      case 'withdrawalSettled':
      case 'payoutSettled':
      case 'withdrawalReleased':
      case 'withdrawalFailed':
        this.endWithdrawal(event, report);
        break;
      case 'custodyFunded':
        this.move(event.assetId, -event.amount);
        break;
      case 'custodyReconciled':
        this.move(event.assetId, -event.surplus);
        break;
      case 'balanceCorrected':
        this.correct(event, report);
        break;
    }
  }

  private credit(event: Of<'depositCredited'>, timeMs: number, report: (what: string) => void): void {
    this.count += 1;
    const { depositNo, userId, assetId, amount } = event;
    if (this.deposits.has(depositNo)) report(`Deposit ${depositNo} was credited twice.`);
    this.deposits.set(depositNo, { userId, assetId, amount, creditedMs: timeMs });
    this.move(assetId, -amount);
    this.noteTransfer(event, report);
  }

  private recharge(event: Of<'rechargeCredited'>, report: (what: string) => void): void {
    this.count += 1;
    const { depositNo, amount, userId, assetId } = event;
    if (this.deposits.has(depositNo)) report(`Deposit ${depositNo} was credited twice.`);
    if (amount <= 0n) report(`Recharge ${depositNo} takes ${amount} from user ${userId}.`);
    // It cannot be taken back: the money came to the house, not over a chain.
    this.deposits.set(depositNo, { userId, assetId, amount, creditedMs: Number.NEGATIVE_INFINITY });
  }

  private reverse(event: Of<'depositReversed'>, timeMs: number, report: (what: string) => void): void {
    this.count += 1;
    const { depositNo, debited, loss, remaining } = event;
    const deposit = this.deposits.get(depositNo);
    if (deposit === undefined || deposit.userId !== event.userId || deposit.assetId !== event.assetId)
      report(`Deposit ${depositNo} was taken back and never credited so.`);
    else if (deposit.amount !== debited + loss + remaining || debited < 0n || loss < 0n || remaining < 0n)
      report(`Deposit ${depositNo} of ${deposit.amount} was taken back as ${debited} and ${loss}.`);
    else if (timeMs - deposit.creditedMs > REVERSIBLE_MS && !this.holds.has(depositNo))
      report(`Deposit ${depositNo} was taken back too late.`);
    if (this.reversed.has(depositNo)) report(`Deposit ${depositNo} was taken back twice.`);
    this.endHold(depositNo);
    if (deposit !== undefined) this.deposits.set(depositNo, { ...deposit, amount: remaining });
    if (remaining === 0n) {
      this.reversed.add(depositNo);
      this.leavePlace(depositNo);
    }
    this.move(event.assetId, debited + loss);
  }

  private request(event: Of<'withdrawalRequested'>, report: (what: string) => void): void {
    this.count += 1;
    const { withdrawalNo, userId, assetId, amount, fee } = event;
    if (this.requested.has(withdrawalNo)) report(`Withdrawal ${withdrawalNo} was requested twice.`);
    for (const hold of this.holds.values())
      if (hold.userId === userId && hold.assetId === assetId && hold.missing > 0n)
        report(`Withdrawal ${withdrawalNo} was taken while deposit ${hold.depositNo} lacks ${hold.missing}.`);
    this.requested.add(withdrawalNo);
    this.open.set(withdrawalNo, { userId, assetId, amount, fee });
  }

  private endWithdrawal(
    event: Of<'withdrawalSettled' | 'payoutSettled' | 'withdrawalReleased' | 'withdrawalFailed'>,
    report: (what: string) => void,
  ): void {
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
  }

  private correct(event: Of<'balanceCorrected'>, report: (what: string) => void): void {
    this.count += 1;
    const { correctionNo, amount } = event;
    if (this.corrections.has(correctionNo)) report(`Correction ${correctionNo} was made twice.`);
    this.corrections.add(correctionNo);
    if (amount <= 0n) report(`Correction ${correctionNo} takes ${amount} from user ${event.userId}.`);
  }

  /** Notes the transfer of a credited deposit, which none that stands or is held may have been credited for. */
  private noteTransfer(event: Of<'depositCredited'>, report: (what: string) => void): void {
    const { depositNo, userId, assetId, chain, transaction, ordinal } = event;
    const standing = this.places.get(placeOf(event));
    if (standing !== undefined)
      report(
        `Deposits ${standing} and ${depositNo} were credited for transfer ${ordinal} of ${transaction}.`,
      );
    for (const hold of this.holds.values()) {
      const known = this.transfers.get(hold.depositNo);
      if (
        hold.userId === userId &&
        hold.assetId === assetId &&
        known?.chain === chain &&
        known.transaction === transaction
      )
        report(
          `Deposit ${depositNo} was credited for ${transaction}, of which deposit ${hold.depositNo} is held.`,
        );
    }
    this.transfers.set(depositNo, { chain, transaction, ordinal });
    this.places.set(placeOf(event), depositNo);
  }

  private hold(event: Of<'depositHeld'>, timeMs: number, report: (what: string) => void): void {
    this.count += 1;
    const { depositNo, userId, assetId, amount, held } = event;
    const deposit = this.deposits.get(depositNo);
    if (deposit?.userId !== userId || deposit.assetId !== assetId || deposit.amount !== amount)
      report(`Deposit ${depositNo} is held and was never credited so.`);
    if (held < 0n || held > amount) report(`Deposit ${depositNo} of ${amount} is held with ${held}.`);
    const sinceMs = this.holds.get(depositNo)?.sinceMs ?? timeMs;
    this.holds.set(depositNo, { depositNo, userId, assetId, missing: amount - held, sinceMs });
    this.leavePlace(depositNo);
  }

  private restore(event: Of<'depositRestored'>, report: (what: string) => void): void {
    this.count += 1;
    const { depositNo, assetId, ordinal, amount, added } = event;
    const deposit = this.deposits.get(depositNo);
    if (deposit === undefined || deposit.amount + added !== amount || added < 0n)
      report(`Deposit ${depositNo} stands again with ${amount}, ${added} of it new.`);
    else this.deposits.set(depositNo, { ...deposit, amount });
    this.endHold(depositNo);
    this.leavePlace(depositNo);
    const known = this.transfers.get(depositNo);
    if (known !== undefined) {
      const transfer = { ...known, ordinal };
      const standing = this.places.get(placeOf(transfer));
      if (standing !== undefined)
        report(
          `Deposits ${standing} and ${depositNo} stand for transfer ${ordinal} of ${known.transaction}.`,
        );
      this.transfers.set(depositNo, transfer);
      this.places.set(placeOf(transfer), depositNo);
    }
    this.move(assetId, -added);
  }

  private endHold(depositNo: number): void {
    if (!this.holds.delete(depositNo)) return;
    const transfer = this.transfers.get(depositNo);
    if (transfer !== undefined && !this.places.has(placeOf(transfer)))
      this.places.set(placeOf(transfer), depositNo);
  }

  private leavePlace(depositNo: number): void {
    const transfer = this.transfers.get(depositNo);
    if (transfer !== undefined && this.places.get(placeOf(transfer)) === depositNo)
      this.places.delete(placeOf(transfer));
  }

  /** Withdrawals that the state holds open are those that did not end, and so are deposits that it holds. */
  end(view: KernelView, report: (what: string) => void): void {
    const held = new Set(view.custody.heldDeposits().map(({ depositNo }) => depositNo));
    for (const depositNo of new Set([...held, ...this.holds.keys()]))
      if (held.has(depositNo) !== this.holds.has(depositNo))
        report(`Deposit ${depositNo} is ${held.has(depositNo) ? '' : 'not '}held; its events say otherwise.`);
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
