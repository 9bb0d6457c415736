import type { CallData, Calls, EarnOfferRow, LoanProductRow } from '@candor/api';
import type { EarnProduct } from '../../earn/product.ts';
import { quoteFirst } from '../../markets/quote-first.ts';
import { earnExample, loanExample, miningExample, referralExample } from './examples.ts';
import { formula, type Product, type Writing } from './product.ts';

type Overview = CallData<Calls['getMiningOverview']>;

/** Staking or Earn, with the interest of an open offer. */
export function earnProduct(
  { format, text, percent }: Writing,
  { id, offersAt }: Pick<EarnProduct, 'id' | 'offersAt'>,
  offers: readonly EarnOfferRow[] = [],
): Product {
  const offer = quoteFirst(offers).find(({ state }) => state === 'open');
  const example = offer === undefined ? null : earnExample(offer);
  const coins = (amount: string) => `${format.quantity(amount)} ${offer?.coin ?? ''}`;
  return {
    name: text(`menu.${id}`),
    to: offersAt,
    line: text(`${id}.home.text`),
    cost: text('earn.home.cost'),
    wrong: text(`${id}.home.wrong`),
    formulas:
      example === null
        ? []
        : [
            formula(
              text('earn.interestShort'),
              [
                coins(example.amount),
                percent(example.dailyPercent),
                text('earn.days', { count: example.days }),
                coins(example.interest),
              ],
              ['×', '×', '='],
            ),
          ],
  };
}

/** The power loan, with the interest of one. */
export function loanProduct({ format, text, percent }: Writing, product?: LoanProductRow): Product {
  const example = product === undefined ? null : loanExample(product);
  const coins = (amount: string) => `${format.quantity(amount)} ${product?.coin ?? ''}`;
  return {
    name: text('home.guide.loan'),
    to: { to: '/loan/index' },
    line: text('home.guide.loan.line'),
    cost: text('home.guide.loan.cost', { rate: percent(example?.dailyPercent ?? '0') }),
    wrong: text('home.guide.loan.wrong'),
    formulas:
      example === null
        ? []
        : [
            formula(
              text('home.guide.loan.interest'),
              [
                coins(example.amount),
                percent(example.dailyPercent),
                text('earn.days', { count: example.days }),
                coins(example.interest),
              ],
              ['×', '×', '='],
            ),
          ],
  };
}

/** DeFi mining, with a day of its lowest gear. */
export function miningProduct({ format, text, percent }: Writing, overview?: Overview): Product {
  const example = overview === undefined ? null : miningExample(overview);
  const coins = (amount: string) => `${format.quantity(amount)} ${overview?.coin ?? ''}`;
  return {
    name: text('menu.defi'),
    to: { to: '/defis/index' },
    line: text('home.guide.mining.line'),
    cost: text('home.guide.mining.cost'),
    wrong: text('home.guide.mining.wrong'),
    formulas:
      example === null
        ? []
        : [
            formula(
              text('home.guide.mining.day'),
              [coins(example.amount), percent(example.dailyPercent), coins(example.interest)],
              ['×', '='],
            ),
          ],
  };
}

/** Invitations, with the rebate of a fee. */
export function referralProduct({ format, text, percent, usdt }: Writing, sharePercent?: string): Product {
  const example = sharePercent === undefined ? null : referralExample(sharePercent);
  return {
    name: text('menu.rewards'),
    to: { to: '/account/center/reward-center' },
    line: text('home.guide.referral.line'),
    cost: text('home.guide.referral.cost'),
    wrong: text('home.guide.referral.wrong'),
    formulas:
      example === null
        ? []
        : [
            formula(
              text('home.guide.referral.fee'),
              [format.quantity(example.fee), percent(example.sharePercent), usdt(example.rebate)],
              ['×', '='],
            ),
          ],
  };
}
