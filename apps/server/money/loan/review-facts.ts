import type { Amount } from '@candor/money';
import { loanTotal } from '@candor/rules';
import { type Db, idOf } from '../../base/database/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText, ppmPercent } from '../../engine/values/index.ts';
import type { Kyc } from '../../users/kyc/index.ts';
import type { AskedCredit, StoredApplication } from './applications.ts';
import type { Credit } from './credit.ts';
import { payoutKey } from './review-name.ts';

export interface LoanFactsNeeds {
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly credit: Credit;
  readonly kyc: Pick<Kyc, 'checkedPerson'>;
}

/** Terms, amount, totals and credit score, beside the person whom the identity check showed. */
export async function factsOf({ core, catalogues, credit, kyc }: LoanFactsNeeds, row: StoredApplication) {
  const [person, { offers, timeMs }, now] = await Promise.all([
    kyc.checkedPerson(idOf(row.user_id)),
    core.ask('loanOffers'),
    credit.of(idOf(row.user_id)),
  ]);
  const catalogue = catalogues.current();
  const offer = offers.find(({ offerId }) => offerId === row.offer_id);
  const asked = JSON.parse(row.credit) as AskedCredit;
  const { code } = catalogue.assetById(row.asset_id);
  const text = (units: bigint) => `${amountText(catalogue, row.asset_id, units as Amount)} ${code}`;
  const { inputs } = now;
  const total = offer === undefined ? null : loanTotal(offer, row.amount, Math.floor(timeMs / 1_000));
  return [
    { name: 'application', value: String(row.application_id) },
    { name: 'amount', value: text(row.amount) },
    { name: 'totalAtMost', value: text(row.total_at_most) },
    ...(total === null ? [] : [{ name: 'totalNow', value: text(total) }]),
    { name: 'offer', value: String(row.offer_id) },
    ...(offer === undefined ? [] : [{ name: 'dailyRate', value: `${ppmPercent(offer.dailyPpm)}%` }]),
    ...(person === null
      ? []
      : [
          { name: 'name', value: person.name },
          { name: 'idNumber', value: person.idNumber },
        ]),
    { name: 'kyc', value: inputs.kyc },
    { name: 'scoreAsked', value: String(asked.score) },
    { name: 'score', value: String(now.score) },
    { name: 'limitAsked', value: `${asked.limit} ${code}` },
    { name: 'owed', value: text(now.owed) },
    { name: 'onTime', value: String(inputs.onTime) },
    { name: 'late', value: String(inputs.late + inputs.later) },
    { name: 'submitted', value: row.submitted_at.toISOString() },
  ];
}

/** Facts of a payout that was approved in the round before and not made: the ledger refused it, or it was never sent. */
export async function payoutBefore(
  db: Db,
  { application_id: id, review_round: round }: StoredApplication,
): Promise<readonly { readonly name: 'refused' | 'unsent'; readonly value: string }[]> {
  if (round === 1) return [];
  const payout = await db
    .selectFrom('outbox.command')
    .select(['rejection', 'created_at', 'dropped_at'])
    .where('key', '=', payoutKey(idOf(id), round - 1))
    .executeTakeFirst();
  if (payout === undefined) return [];
  if (payout.dropped_at !== null) return [{ name: 'unsent', value: payout.created_at.toISOString() }];
  return payout.rejection === null ? [] : [{ name: 'refused', value: payout.rejection }];
}
