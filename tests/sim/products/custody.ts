import type { AppliedCommand } from '@candor/journal';
import type { Command, KernelView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { ASSETS, HOUSES } from '../world.ts';
import { CUSTODY_PLANTS } from './custody-plants.ts';

const WEEK_MS = 7 * 86_400_000;
const CHAIN = 'practice-evm';
const CUSTODY = -10;
const LOSSES = -12;

interface Deposit {
  readonly userId: number;
  readonly assetId: number;
  amount: bigint;
  readonly creditedMs: number;
  isReversed: boolean;
  /** The transfer by its transaction, and its place in there now. */
  readonly transaction: string;
  ordinal: number;
  /** Number of times that the chain took it back. */
  turn: number;
  /** Held for it; null while its chain has it. */
  held: bigint | null;
  endsMs: number;
}

interface Withdrawal {
  readonly userId: number;
  readonly assetId: number;
  readonly amount: bigint;
  readonly fee: bigint;
  isOver: boolean;
}

/**
 * Money that enters and leaves. Acts come again as a server that lost its answer would send them: under other keys, with
 * the numbers of before.
 */
class Custody implements SimProduct {
  readonly weight = 9;
  private readonly exchange: Exchange;
  private readonly deposits = new Map<number, Deposit>();
  private readonly withdrawals = new Map<number, Withdrawal>();
  private readonly corrections = new Set<number>();
  /** By asset: what the chains hold for us. */
  private readonly chains = new Map<number, bigint>();
  private lastNo = 0;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  listing(): never[] {
    return [];
  }

  act(): Act {
    const { random } = this.exchange;
    const body = random.pick([
      () => this.deposit(),
      () => this.deposit(),
      () => this.reversal(),
      () => this.takeBack(),
      () => this.takeBack(),
      () => this.restoration(),
      () => this.restoration(),
      () => this.request(),
      () => this.request(),
      () => this.ending(),
      () => this.ending(),
      () => this.correction(),
    ])();
    return { userId: 0, body };
  }

  private deposit(): Command {
    const { random, users } = this.exchange;
    const depositNo = this.number(this.deposits);
    // Now and then a transfer of a transaction that was credited before, at its place or at another one.
    const known = random.chance(0.3) ? this.deposits.get(this.known(this.deposits)) : undefined;
    return {
      type: 'creditDeposit',
      depositNo,
      accountUserId: known?.userId ?? random.pick(users),
      assetId: known?.assetId ?? random.pick(ASSETS),
      amount: BigInt(random.int(1, 1_000_000)) as Amount,
      chain: CHAIN,
      transaction: known === undefined ? `0x${depositNo}` : known.transaction,
      ordinal: known === undefined ? 0 : random.int(0, 1),
    };
  }

  private reversal(): Command {
    const depositNo = this.known(this.deposits);
    const remaining = this.exchange.random.chance(0.3) ? 1n : 0n;
    return { type: 'reverseDeposit', depositNo, remaining: remaining as Amount, withdrawals: [] };
  }

  private takeBack(): Command {
    const depositNo = this.known(this.deposits);
    const turn = this.deposits.get(depositNo)?.turn ?? 0;
    return { type: 'holdDeposit', depositNo, turn: this.exchange.random.chance(0.8) ? turn + 1 : turn };
  }

  private restoration(): Command {
    const { random } = this.exchange;
    const depositNo = this.known(this.deposits);
    const { turn, amount, ordinal } = this.deposits.get(depositNo) ?? { turn: 1, amount: 1n, ordinal: 0 };
    const place = random.chance(0.5) ? ordinal : random.int(0, 2);
    const more = random.int(-1, 3);
    // Now and then one that was on its way when the chain took the deposit back once more.
    const returned = more === 3 ? turn - 1 : turn;
    return {
      type: 'restoreDeposit',
      depositNo,
      turn: Math.max(1, returned),
      ordinal: place,
      amount: (amount + BigInt(more)) as Amount,
    };
  }

  private request(): Command {
    const { random, users, ledger } = this.exchange;
    // Often who deposited takes all of it away: a deposit that is taken back then finds too little, and its owner asks for more.
    const owing = [...this.deposits.values()].filter(({ held, amount }) => held !== null && held < amount);
    const recent = random.chance(0.5) ? this.deposits.get(this.known(this.deposits)) : undefined;
    const depositor = owing.length > 0 && random.chance(0.5) ? random.pick(owing) : recent;
    const accountUserId = depositor?.userId ?? random.pick(users);
    const assetId = depositor?.assetId ?? random.pick(ASSETS);
    const available = ledger.available(accountUserId, assetId);
    const share = (available * BigInt(random.int(1, 1_000))) / 4_000n;
    const takesAll = random.chance(depositor === undefined ? 0.1 : 0.5);
    const wanted = takesAll ? available : share;
    const amount = wanted === 0n && owing.length > 0 ? 1n : wanted;
    const withdrawalNo = this.number(this.withdrawals);
    const fee = (takesAll ? 0n : BigInt(random.int(0, 50))) as Amount;
    return { type: 'requestWithdrawal', withdrawalNo, accountUserId, assetId, amount: amount as Amount, fee };
  }

  private ending(): Command {
    const { random } = this.exchange;
    const withdrawalNo = this.known(this.withdrawals);
    if (random.chance(0.4)) return { type: 'releaseWithdrawal', withdrawalNo, reason: 'cancelled' };
    const networkFee = BigInt(random.int(0, 80)) as Amount;
    const type = random.chance(0.25) ? 'failWithdrawal' : 'settleWithdrawal';
    return { type, withdrawalNo, networkAssetId: random.pick(ASSETS), networkFee };
  }

  private correction(): Command {
    const { random, users } = this.exchange;
    return {
      type: 'correctBalance',
      correctionNo: random.chance(0.2) ? this.known(this.corrections) : ++this.lastNo,
      accountUserId: random.pick(users),
      assetId: random.pick(ASSETS),
      amount: BigInt(random.int(1, 5_000)) as Amount,
      fromUserId: random.pick(HOUSES),
      reasonCode: 'error',
      reason: 'A posting was wrong',
    };
  }

  /** Mostly a new number, now and then one of before. */
  private number(known: ReadonlyMap<number, unknown>): number {
    if (this.exchange.random.chance(0.2)) return this.known(known);
    this.lastNo += this.exchange.random.chance(0.1) ? 3 : 1;
    return this.lastNo;
  }

  private known(numbers: Iterable<number> | ReadonlyMap<number, unknown>): number {
    const all = [...(numbers instanceof Map ? numbers.keys() : (numbers as Iterable<number>))];
    return all.length === 0 ? 999_999_999 : this.exchange.random.pick(all.slice(-12));
  }

  onCommand({ envelope, events }: AppliedCommand): void {
    for (const event of events) {
      if (event.type === 'depositCredited') {
        const { depositNo, userId, assetId, amount, transaction, ordinal } = event;
        must(!this.deposits.has(depositNo), 'a deposit is credited once', () => words(event));
        const creditedMs = envelope.timeMs;
        for (const other of this.deposits.values()) {
          if (other.isReversed || other.transaction !== transaction) continue;
          const isOld = creditedMs - other.creditedMs > WEEK_MS && other.held === null;
          const isSame = other.held === null && other.ordinal === ordinal;
          const isAwaited = other.held !== null && other.userId === userId && other.assetId === assetId;
          must(isOld || !(isSame || isAwaited), 'a transfer is credited once', () => words([event, other]));
        }
        this.deposits.set(depositNo, {
          userId,
          assetId,
          amount,
          creditedMs,
          isReversed: false,
          transaction,
          ordinal,
          turn: 0,
          held: null,
          endsMs: 0,
        });
        this.move(assetId, amount);
      } else if (event.type === 'depositHeld') {
        this.hold(event);
        const deposit = this.deposits.get(event.depositNo)!;
        if (envelope.body.type === 'holdDeposit' && envelope.body.depositNo === event.depositNo)
          deposit.turn = envelope.body.turn;
        deposit.endsMs ||= envelope.timeMs + WEEK_MS;
        must(deposit.endsMs === event.endsMs, 'a hold has its end', () => words(event));
      } else if (event.type === 'depositRestored') {
        const deposit = this.deposits.get(event.depositNo);
        must(
          deposit !== undefined && deposit.amount + event.added === event.amount && event.added >= 0n,
          'a deposit stands again as it was, or with more',
          () => words([event, deposit]),
        );
        must(
          envelope.body.type !== 'restoreDeposit' || envelope.body.turn >= deposit.turn,
          'a deposit that was taken back again waits for its newest return',
          () => words([envelope.body, deposit]),
        );
        this.release(deposit);
        deposit.amount = event.amount;
        deposit.ordinal = event.ordinal;
        this.move(event.assetId, event.added);
      } else if (event.type === 'depositHoldEnded') {
        const deposit = this.deposits.get(event.depositNo);
        must(
          deposit !== undefined && deposit.held !== null && deposit.endsMs <= envelope.timeMs,
          'a hold ends by itself when it is over',
          () => words([event, deposit]),
        );
        this.release(deposit);
      } else if (event.type === 'rechargeCredited') {
        const { depositNo, userId, assetId, amount } = event;
        must(!this.deposits.has(depositNo), 'a deposit is credited once', () => words(event));
        this.deposits.set(depositNo, {
          userId,
          assetId,
          amount,
          creditedMs: 0,
          isReversed: true,
          transaction: '',
          ordinal: 0,
          turn: 0,
          held: null,
          endsMs: 0,
        });
      } else if (event.type === 'depositReversed') {
        const deposit = this.deposits.get(event.depositNo);
        must(
          deposit !== undefined &&
            !deposit.isReversed &&
            deposit.amount === event.debited + event.loss + event.remaining &&
            (deposit.held !== null || envelope.timeMs - deposit.creditedMs <= WEEK_MS),
          'a deposit is taken back once, as it was credited',
          () => words([event, deposit]),
        );
        this.release(deposit);
        deposit.isReversed = event.remaining === 0n;
        deposit.amount = event.remaining;
        this.move(event.assetId, -(event.debited + event.loss));
      } else if (event.type === 'withdrawalRequested') {
        const { withdrawalNo, userId, assetId, amount, fee } = event;
        must(!this.withdrawals.has(withdrawalNo), 'a withdrawal is requested once', () => words(event));
        must(
          ![...this.deposits.values()].some(
            (deposit) =>
              deposit.userId === userId &&
              deposit.assetId === assetId &&
              deposit.held !== null &&
              deposit.held < deposit.amount,
          ),
          'no withdrawal is taken while a taken-back deposit is missing',
          () => words(event),
        );
        this.withdrawals.set(withdrawalNo, { userId, assetId, amount, fee, isOver: false });
        this.exchange.ledger.hold(userId, assetId, amount + fee);
      } else if (
        event.type === 'withdrawalSettled' ||
        event.type === 'withdrawalReleased' ||
        event.type === 'withdrawalFailed' ||
        event.type === 'payoutSettled'
      ) {
        const withdrawal = this.withdrawals.get(event.withdrawalNo);
        must(
          withdrawal !== undefined &&
            !withdrawal.isOver &&
            withdrawal.userId === event.userId &&
            withdrawal.amount === event.amount,
          'a withdrawal ends once, as it was requested',
          () => words([event, withdrawal]),
        );
        withdrawal.isOver = true;
        const { userId, assetId, amount, fee } = withdrawal;
        this.exchange.ledger.hold(userId, assetId, -(amount + fee));
        if (event.type !== 'withdrawalSettled' && event.type !== 'withdrawalFailed') continue;
        if (event.type === 'withdrawalSettled') this.move(assetId, -amount);
        this.move(event.networkAssetId, -event.networkFee);
      } else if (event.type === 'balanceCorrected') {
        must(!this.corrections.has(event.correctionNo), 'a correction is made once', () => words(event));
        this.corrections.add(event.correctionNo);
      } else if (event.type === 'entry' && event.kind === 'correction') {
        const isCredit = event.postings.every(({ account, amount }) => account < 1_000 || amount > 0n);
        must(isCredit, 'a correction takes from no user', () => words(event));
      }
    }
  }

  scan(view: KernelView): void {
    const { ledger } = this.exchange;
    for (const assetId of ASSETS) {
      const held = this.chains.get(assetId) ?? 0n;
      const booked = -ledger.total(CUSTODY, assetId);
      must(
        booked === held && view.custody.custodyOf(assetId).held === held,
        'custody is what the chains hold',
        () => `${assetId}: ${booked}, ${held}`,
      );
      must(ledger.total(LOSSES, assetId) <= 0n, 'lost deposits are owed', () => `${assetId}`);
    }
    const held = new Set(view.custody.heldDeposits().map(({ depositNo }) => depositNo));
    for (const [depositNo, deposit] of this.deposits)
      must(
        held.has(depositNo) === (deposit.held !== null),
        'a hold lasts until its end',
        () => `${depositNo}`,
      );
    for (const [withdrawalNo, { isOver }] of this.withdrawals) {
      const phase = view.custody.withdrawalPhase(withdrawalNo);
      must(phase === (isOver ? 'ended' : 'open'), 'a withdrawal is open until it ends', () => phase);
    }
  }

  private hold({ depositNo, userId, assetId, amount, held }: Held): void {
    const deposit = this.deposits.get(depositNo);
    must(
      deposit !== undefined &&
        !deposit.isReversed &&
        deposit.amount === amount &&
        held <= amount &&
        held >= (deposit.held ?? 0n),
      'a deposit is held up to its amount',
      () => words([depositNo, deposit]),
    );
    this.exchange.ledger.hold(userId, assetId, held - (deposit.held ?? 0n));
    deposit.held = held;
  }

  private release(deposit: Deposit): void {
    if (deposit.held !== null) this.exchange.ledger.hold(deposit.userId, deposit.assetId, -deposit.held);
    deposit.held = null;
    deposit.endsMs = 0;
  }

  private move(assetId: number, amount: bigint): void {
    this.chains.set(assetId, (this.chains.get(assetId) ?? 0n) + amount);
  }
}

type Held = Extract<AppliedCommand['events'][number], { readonly type: 'depositHeld' }>;

export const custody: ProductModule = {
  name: 'custody',
  create: (exchange) => new Custody(exchange),
  wanted: [
    'creditDeposit ok',
    'creditDeposit DEPOSIT_KNOWN',
    'reverseDeposit ok',
    'reverseDeposit DEPOSIT_NOT_REVERSIBLE',
    'creditDeposit TRANSFER_KNOWN',
    'holdDeposit ok',
    'holdDeposit DEPOSIT_TURN_OLD',
    'restoreDeposit ok',
    'restoreDeposit QUANTITY_INVALID',
    'restoreDeposit DEPOSIT_TURN_OLD',
    'requestWithdrawal DEPOSIT_TAKEN_BACK',
    'requestWithdrawal ok',
    'requestWithdrawal INSUFFICIENT_BALANCE',
    'requestWithdrawal WITHDRAWAL_KNOWN',
    'settleWithdrawal ok',
    'failWithdrawal ok',
    'settleWithdrawal WITHDRAWAL_ENDED',
    'releaseWithdrawal ok',
    'releaseWithdrawal WITHDRAWAL_ENDED',
    'correctBalance ok',
    'correctBalance CORRECTION_KNOWN',
    'entry deposit-reversal',
    'entry withdrawal-fee',
  ],
  plants: CUSTODY_PLANTS,
};
