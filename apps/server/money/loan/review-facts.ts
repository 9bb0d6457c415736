import type { Amount } from '@candor/money';
import { idOf } from '../../base/database/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
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

/** Terms, amount and credit score, beside the person whom the identity check showed. */
export async function factsOf({ core, catalogues, credit, kyc }: LoanFactsNeeds, row: StoredApplication) {
  const [person, { offers }, now] = await Promise.all([
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
  return [
    { name: 'application', value: String(row.application_id) },
    { name: 'amount', value: text(row.amount) },
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

/** The ledger's refusal of the payout of the round before; null where there was none. */
export async function refusedBefore(
  promises: Pick<Promises, 'outcomes'>,
  { application_id: id, review_round: round }: StoredApplication,
) {
  if (round === 1) return null;
  const key = payoutKey(idOf(id), round - 1);
  return (await promises.outcomes([key])).get(key)?.rejection ?? null;
}
