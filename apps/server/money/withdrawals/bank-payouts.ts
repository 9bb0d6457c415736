import { BANK_NETWORK, PAYOUT_STEP_HOURS, type WithdrawalBank } from '@candor/api';
import type { Mode } from '@candor/kernel';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { readAmount } from '../../engine/values/index.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import type { Factors } from '../../users/factors/index.ts';
import { type Kyc, likenessOf } from '../../users/kyc/index.ts';
import type { Bank } from '../bank/index.ts';
import type { BankRequest, ReadRequest } from './asked.ts';
import { move } from './clock.ts';
import { PAYOUT_APPROVAL, PAYOUT_PAYMENT, payoutReviewName, subjectOf } from './review-name.ts';
import { takenToday } from './taken.ts';

/** The published terms of payouts to bank cards: one unit of the currency for each of the coin, without a fee. */
interface PayoutTerms {
  readonly coin: string;
  readonly currency: string;
  readonly minimum: string;
  /** Above this another operator approves it before it is paid. */
  readonly fourEyesAbove: string;
  /** No money is paid out. */
  readonly practice: boolean;
}

const PRACTICE_TERMS: PayoutTerms = {
  coin: 'USDT',
  currency: 'USD',
  minimum: '10',
  fourEyesAbove: '1000',
  practice: true,
};

/** Terms of a mode; null where it has none: a real house names its bank first. */
const termsOf = (mode: Mode): PayoutTerms | null => (mode === 'practice' ? PRACTICE_TERMS : null);

export interface BankPayoutsDeps {
  readonly db: Db;
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly reviews: Pick<Reviews, 'enter'>;
  readonly factors: Pick<Factors, 'holds'>;
  readonly bank: Pick<Bank, 'card'>;
  readonly kyc: Pick<Kyc, 'nameOf'>;
  readonly now: () => number;
}

/** Returns the time at which the next step of a payout is due. */
export const stepDeadline = (nowMs: number): number => nowMs + PAYOUT_STEP_HOURS * 3_600_000;

export interface BeginDeps {
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
  readonly reviews: Pick<Reviews, 'enter'>;
  readonly isHeld: (userId: number, within: Trx) => Promise<boolean>;
  readonly now: () => number;
}

/** Takes a held payout to the operators: above the limit and under a hold to an approval, else to the payment. */
export async function beginPayout(
  { catalogues, reviews, isHeld, now }: BeginDeps,
  trx: Trx,
  withdrawalNo: number,
): Promise<void> {
  const row = await trx
    .selectFrom('withdrawals.withdrawal')
    .selectAll()
    .where('withdrawal_no', '=', BigInt(withdrawalNo))
    .executeTakeFirstOrThrow();
  const userId = idOf(row.user_id);
  const { scale } = catalogues.current().assetById(row.asset_id);
  const limit = parseDecimal(termsOf(catalogues.current().mode)?.fourEyesAbove ?? '0', scale) ?? 0n;
  const isUnderHold = await isHeld(userId, trx);
  const needsApproval = isUnderHold || row.amount > limit;
  const deadline = stepDeadline(now());
  const reason = !needsApproval ? null : isUnderHold ? 'hold' : 'amount';
  const to = needsApproval ? 'review' : 'signing';
  if (!(await move(trx, withdrawalNo, ['checks'], to, now(), reason, deadline))) return;
  await reviews.enter(trx, payoutReviewName, {
    subject: subjectOf(withdrawalNo),
    userId,
    deadlineAtMs: deadline,
    valueUsdt: row.value_usdt,
    version: needsApproval ? PAYOUT_APPROVAL : PAYOUT_PAYMENT,
  });
}

/** Withdrawals to the bound bank card. */
export function createBankPayouts(deps: BankPayoutsDeps) {
  const { db, core, catalogues, reviews, factors, bank, kyc, now } = deps;

  const isHeld = async (userId: number, within: Trx) =>
    (await factors.holds.current(userId, within)).length > 0;

  return {
    begin: (trx: Trx, withdrawalNo: number) =>
      beginPayout({ catalogues, reviews, isHeld, now }, trx, withdrawalNo),
    /** Reads a request against the published terms. @throws Refusal for what is wrong with it */
    async read(userId: number, { coin, amount }: BankRequest): Promise<ReadRequest> {
      const catalogue = catalogues.current();
      const asset = catalogue.asset(coin);
      const terms = termsOf(catalogue.mode);
      if (terms === null || terms.coin !== asset.code)
        throw new Refusal('WITHDRAWAL_BANK_CLOSED', { field: 'coin' });
      const card = await bank.card(userId);
      if (card === null) throw new Refusal('WITHDRAWAL_CARD_MISSING');
      const person = await kyc.nameOf(userId);
      if (person !== null && likenessOf(card.name, person.name) === 'differs')
        throw new Refusal('WITHDRAWAL_CARD_NAME');
      const arrives = readAmount(amount, asset.scale, 'amount');
      if (arrives < (parseDecimal(terms.minimum, asset.scale) ?? 0n))
        throw new Refusal('WITHDRAWAL_TOO_SMALL', {
          field: 'amount',
          details: { minimum: terms.minimum, coin: asset.code },
        });
      const address = `${card.bankName} ${card.cardNumber}`;
      return { asset, network: BANK_NETWORK, address, fee: 0n, arrives };
    },
    /** Limits of payouts to the bound card; null where this house makes no payouts by bank. */
    async offer(userId: number, limitUsdt: string): Promise<WithdrawalBank | null> {
      const catalogue = catalogues.current();
      const terms = termsOf(catalogue.mode);
      if (terms === null) return null;
      const asset = catalogue.asset(terms.coin);
      const [card, { amounts }, taken] = await Promise.all([
        bank.card(userId),
        core.ask('withdrawable', userId, [asset.assetId], []),
        takenToday(db, userId, now()),
      ]);
      const left = (parseDecimal(limitUsdt, asset.scale) ?? 0n) - taken;
      const text = (units: bigint) => formatDecimalTrimmed(units < 0n ? 0n : units, asset.scale);
      return {
        ...terms,
        card:
          card === null ? null : { bankName: card.bankName, cardNumber: card.cardNumber, name: card.name },
        available: text(amounts[0] ?? 0n),
        remainingToday: text(left),
        stepHours: PAYOUT_STEP_HOURS,
      };
    },
  };
}

export type BankPayouts = ReturnType<typeof createBankPayouts>;
