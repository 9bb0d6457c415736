import type { loanDeskCalls, OperatorLoans } from '@candor/api';
import type { CloseLoanOffer, FundLoanPool, OfferLoan } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { areLoanTerms, MAX_LOAN_DAILY_PPM, MAX_OVERDUE_CAP_PPM } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import { amountText, ppmPercent } from '../../engine/values/index.ts';
import {
  assetOf,
  closingDetails,
  type DeskDeps,
  type DeskHandlers,
  type FourEyesActs,
  fundingOf,
  ppmOf,
  proposeCommand,
  timeText,
} from '../../operators/operator/index.ts';
import { HOUSE_USER_ID } from '../../prices/listing/index.ts';
import { closingAct, earnAct } from '../earn/index.ts';
import { productOf } from './rows.ts';

type LoanReaderDeps = Pick<DeskDeps, 'core' | 'catalogues' | 'now'>;

const NOTHING = 0n as Amount;
/** The coin of the first offer, and so of all: limits by credit score are amounts of it. */
const LENT_COIN = 'USDT';
const percentText = (ppm: number) => `${ppmPercent(ppm)}%`;

/** Reads power loans as operators see them. All offers lend one coin. */
async function readLoans({ core, catalogues, now }: LoanReaderDeps): Promise<OperatorLoans> {
  const { mode, timeMs, offers, pools, house } = await core.ask('loanDesk', HOUSE_USER_ID);
  const catalogue = catalogues.current();
  const lent = offers[0]?.assetId ?? null;
  return {
    practice: mode === 'practice',
    now: now(),
    pools: catalogue.assets
      .filter(({ assetId, code }) => (lent === null ? code === LENT_COIN : lent === assetId))
      .map(({ assetId, code }) => {
        const pool = pools.find((each) => each.assetId === assetId);
        const text = (amount: Amount | undefined) => amountText(catalogue, assetId, amount ?? NOTHING);
        return {
          assetId,
          coin: code,
          free: text(pool?.free),
          owed: text(pool?.receivable),
          houseAvailable: text(house.find((balance) => balance.assetId === assetId)?.available),
        };
      }),
    offers: offers.map((offer) => productOf(catalogue, offer, timeMs)),
  };
}

/**
 * Power loans, as operators meet them: offers for later applications, and the pool that lends. An offer never changes, and
 * nothing here reaches an open loan. Everything waits for a second operator.
 */
export function loanDesk({ proposals, core, catalogues, now }: DeskDeps): DeskHandlers<typeof loanDeskCalls> {
  return {
    getOperatorLoans: () => readLoans({ core, catalogues, now }),
    async offerLoan({ session, params: { assetId }, body, idempotencyKey }) {
      const { coin, units, shown } = assetOf(catalogues, assetId);
      const { offers } = await core.ask('loanOffers');
      if (offers.length === 0 && coin !== LENT_COIN) throw new Refusal('INVALID_INPUT', { field: 'assetId' });
      const { method, cycle, cycleCount, instalments, opensTime, reason } = body;
      const command: OfferLoan = {
        type: 'offerLoan',
        assetId,
        method,
        cycle,
        cycleCount,
        instalments,
        dailyPpm: ppmOf(body.dailyPercent, 'dailyPercent', MAX_LOAN_DAILY_PPM),
        overduePpm: ppmOf(body.overduePercent, 'overduePercent', MAX_LOAN_DAILY_PPM),
        overdueCapPpm: ppmOf(body.overdueCapPercent, 'overdueCapPercent', MAX_OVERDUE_CAP_PPM),
        minAmount: units(body.minAmount, 'minAmount'),
        maxAmount: units(body.maxAmount, 'maxAmount'),
        opensMs: opensTime ?? 0,
        reason,
      };
      if (!areLoanTerms(command)) throw new Refusal('LOAN_TERMS', { field: 'instalments' });
      const after = {
        coin,
        method: method === 'maturity' ? 'end' : method,
        cycle,
        every: String(cycleCount),
        instalments: String(instalments),
        daily: percentText(command.dailyPpm),
        overdue: percentText(command.overduePpm),
        cap: percentText(command.overdueCapPpm),
        least: shown(command.minAmount),
        most: shown(command.maxAmount),
        opens: timeText(opensTime),
      };
      return proposeCommand(proposals, session, command, after, idempotencyKey);
    },
    async closeLoanOffer({ session, params: { offerId }, body, idempotencyKey }) {
      const { closesTime, reason } = body;
      const { offers } = await core.ask('loanOffers');
      const offer = offers.find((each) => each.offerId === offerId);
      if (offer === undefined) throw new Refusal('LOAN_OFFER_UNKNOWN');
      const command: CloseLoanOffer = { type: 'closeLoanOffer', offerId, closesMs: closesTime ?? 0, reason };
      const { code } = catalogues.current().assetById(offer.assetId);
      const after = closingDetails(offerId, code, timeText(closesTime));
      return proposeCommand(proposals, session, command, after, idempotencyKey);
    },
    async fundLoanPool({ session, params: { assetId }, body, idempotencyKey }) {
      const { coin, units, shown } = assetOf(catalogues, assetId);
      const { direction, source, reason } = body;
      const funding = fundingOf({ direction, source, amount: units(body.amount, 'amount') });
      const command: FundLoanPool = { type: 'fundLoanPool', assetId, ...funding, reason };
      const after = { coin, amount: shown(command.amount), source };
      return proposeCommand(proposals, session, command, after, idempotencyKey);
    },
  };
}

/** The acts on power loans, which all wait for a second operator: their payload is the command itself. */
export function loanFourEyes(
  deps: LoanReaderDeps,
): FourEyesActs<'offerLoan' | 'closeLoanOffer' | 'fundLoanPool'> {
  return {
    offerLoan: earnAct,
    closeLoanOffer: closingAct(async () => (await readLoans(deps)).offers),
    fundLoanPool: earnAct,
  };
}
