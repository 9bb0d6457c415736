import type { LoanRecordRow, UploadedFile } from '@candor/api';
import type { OfferLoan } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { system } from './earn.ts';
import type { House } from './house.ts';
import { USDT } from './listing.ts';
import { clientOf, newPerson, PASSWORD, type Person } from './person.ts';
import { sha256, stepUp } from './step-up.ts';
import { upload } from './upload.ts';

const reason = 'Loans of this test';
const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;
/** The score that an application keeps of its borrower. */
const ASKED = {
  score: 700,
  points: { kyc: 250, membership: 150, record: 300, overdue: 0 },
  inputs: { kyc: 'advanced', memberDays: 365, onTime: 0, late: 0, later: 0, isOverdue: false },
  limit: '1000',
  owed: '0',
} as const;

/** Terms of two equal instalments, a day after the other, where a test names no others. */
export const LOAN_TERMS = {
  assetId: USDT,
  method: 'equal',
  cycle: 'day',
  cycleCount: 1,
  instalments: 2,
  dailyPpm: 500,
  overduePpm: 750,
  overdueCapPpm: 100_000,
  minAmount: coins(10),
  maxAmount: coins(5_000),
  opensMs: 0,
  reason,
} as const satisfies Omit<OfferLoan, 'type'>;

/** Funds the pool with 9,000 USDT and adds a product; returns its number. */
export async function offerLoan(house: House, terms: Partial<Omit<OfferLoan, 'type'>> = {}): Promise<number> {
  await system(house, { type: 'fundLoanPool', assetId: USDT, amount: coins(9_000), fromUserId: 0, reason });
  await system(house, { type: 'offerLoan', ...LOAN_TERMS, ...terms });
  return house.engine.read((view) => view.loan.offers().at(-1)!.offerId);
}

/** Pays a loan out, on an application as its review would have left it. */
export async function payOut(
  house: House,
  { userId }: Person,
  offerId: number,
  amount: Amount,
): Promise<void> {
  const { products } = await clientOf(house).call('getLoanProducts');
  const { termsHash } = products.find((product) => product.offerId === offerId)!;
  const { rows } = await house.pool.query<{ readonly application_id: string }>(
    `insert into loan.application (user_id, offer_id, asset_id, amount, total_at_most, terms_hash, front, back, handheld, credit, eyes,
       state, submitted_at, due_at, decided_at)
     values ($1, $2, $3, $4::bigint, $4::bigint * 2, $5, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $6, 1,
       'approved', now(), now(), now())
     returning application_id`,
    [userId, offerId, USDT, amount, termsHash, JSON.stringify(ASKED)],
  );
  const { kyc, memberDays } = ASKED.inputs;
  const applicationId = Number(rows[0]!.application_id);
  await system(house, {
    type: 'payOutLoan',
    accountUserId: userId,
    offerId,
    amount,
    applicationId,
    totalAtMost: (2n * amount) as Amount,
    kyc,
    memberDays,
  });
}

export const APPLY_PATH = '/api/v1/coin/loan/apply';

/** A person with a verified identity and an account of so many days: 400 give a limit of 1,000 USDT. */
export async function newBorrower(house: House, days = 400): Promise<Person> {
  const person = await newPerson(house);
  for (const level of ['primary', 'advanced'])
    await house.pool.query(
      `insert into kyc.submission (user_id, level, version, state, submitted_at, due_at, primary_version)
       values ($1, $2, 1, 'approved', now(), now(), $3)`,
      [person.userId, level, level === 'primary' ? null : 1],
    );
  await house.pool.query('update identity.user set created_at = $2 where user_id = $1', [
    person.userId,
    new Date(house.now() - days * 86_400_000),
  ]);
  return person;
}

/** The application of a person, for the first product unless `more` names another: the picture stands for all three photos. */
export async function applicationBody(
  house: House,
  person: Person,
  picture: Buffer,
  amount: string,
  more: { readonly offerId?: number } = {},
) {
  const { products } = await clientOf(house).call('getLoanProducts');
  const { offerId, termsHash } = products.find((product) => product.offerId === more.offerId) ?? products[0]!;
  const link = async () => ((await upload(house, person, picture)).data as UploadedFile).link;
  const [front, back, handheld] = [await link(), await link(), await link()];
  return { offerId, amount, totalAtMost: '100000', termsHash, front, back, handheld };
}

/** Applies, with the password that it asks for. */
export async function applyForLoan(
  house: House,
  person: Person,
  body: Awaited<ReturnType<typeof applicationBody>>,
): Promise<LoanRecordRow> {
  const answer = await stepUp(house, person, { path: APPLY_PATH, body }, [['password', sha256(PASSWORD)]]);
  return answer.data as LoanRecordRow;
}

/** The same person, who logs in again after a long time. */
export async function loggedInAgain(house: House, person: Person): Promise<Person> {
  const body = { type: 'account', account: person.account, password: PASSWORD } as const;
  const { satoken } = await clientOf(house).call('login', { body });
  return { ...person, token: satoken, client: clientOf(house, satoken) };
}
