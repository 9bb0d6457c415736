import { type LoanDetail, type LoanRecordStatus, loanRejections } from '@candor/api';
import { type Locale, languageTags, loadMessages, locales, type Messages } from '@candor/i18n';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { ASKED_FIRST, askedPayments } from '../../../tests/support/payment-words.ts';
import { RecordShown } from './record-detail.tsx';

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
const catalogues = new Map<Locale, Messages>(
  await Promise.all(locales.map(async (locale) => [locale, await loadMessages(locale)] as const)),
);
const textsOf = (locale: Locale) => catalogues.get(locale)!;

const MEMBER = { kyc: 250, membership: 150, record: 300, overdue: 0 };
const APPLIED: LoanDetail = {
  id: 7,
  loanId: null,
  offerId: 1,
  coin: 'USDT',
  scale: 8,
  repayType: 'equal',
  cycle: 'month',
  cycleCount: 1,
  instalments: 3,
  dailyRate: '0.0003',
  dailyPpm: 300,
  overdueRate: '0.00045',
  overduePpm: 450,
  overdueCap: '0.1',
  overdueCapPpm: 100_000,
  termsHash: 'ab'.repeat(32),
  amount: '300',
  totalAtMost: '303.1',
  applyTime: 1_796_000_000_000,
  status: 'pending',
  reason: null,
  reviewTime: null,
  decidedTime: null,
  lendingInstitution: 'pool',
  beginDate: null,
  interest: null,
  repayTime: null,
  settledTime: null,
  repaid: '0',
  asked: {
    score: 700,
    points: MEMBER,
    inputs: { kyc: 'advanced', memberDays: 400, onTime: 0, late: 0, later: 0, isOverdue: false },
    limit: '1000',
    owed: '0',
  },
  agreed: [],
  loan: null,
  entries: [],
  time: 1_796_000_000_000,
};

/** Every state of an application in which nothing was paid out, with the acts that its page offers. */
const BEFORE: Readonly<Record<Exclude<LoanRecordStatus, 'overdue' | 'settled'>, readonly string[]>> = {
  pending: ['loan.cancel'],
  // approved, and its payout is on the way
  approved: [],
  failed: ['loan.again'],
  cancelled: [],
};
const states: readonly Pick<LoanDetail, 'status' | 'reason' | 'reviewTime'>[] = [
  { status: 'pending', reason: null, reviewTime: 1_796_100_000_000 },
  { status: 'approved', reason: null, reviewTime: null },
  { status: 'cancelled', reason: null, reviewTime: null },
  ...loanRejections.map((reason) => ({ status: 'failed', reason, reviewTime: null }) as const),
];

/** The page of an application in a state, by the pieces of its text. */
function shown(locale: Locale, messages: Messages, state: (typeof states)[number]) {
  const markup = renderToStaticMarkup(
    <IntlProvider locale={languageTags[locale]} messages={messages}>
      <RouterContextProvider router={router as never}>
        <RecordShown detail={{ ...APPLIED, ...state }} />
      </RouterContextProvider>
    </IntlProvider>,
  );
  const words = (html: string) => html.replace(/<[^>]*>/g, '').trim();
  const acts = [...markup.matchAll(/<(button|a)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , inside = '']) =>
    words(inside),
  );
  const pieces = markup.split(/<[^>]*>/).filter((piece) => piece.trim() !== '');
  return {
    acts: acts.filter((act) => act !== ''),
    asked: pieces.flatMap((piece) => askedPayments(locale, piece)),
  };
}

describe.each(locales)('an application in %s', (locale) => {
  it('asks for no payment in any state before the payout, and offers no act that pays', () => {
    const messages = textsOf(locale);
    for (const state of states) {
      const { acts, asked } = shown(locale, messages, state);
      expect([state, asked]).toEqual([state, []]);
      const offered = BEFORE[state.status as keyof typeof BEFORE].map((id) => messages[id]);
      expect([state, acts]).toEqual([state, offered]);
    }
  });

  it('would be seen to ask for one', () => {
    for (const id of ['loan.state.pending', 'loan.state.paying', 'loan.again', 'loan.facts']) {
      const planted = { ...textsOf(locale), [id]: ASKED_FIRST[locale] };
      expect([id, states.some((state) => shown(locale, planted, state).asked.length > 0)]).toEqual([
        id,
        true,
      ]);
    }
  });
});

/** Texts of power loans that are shown only once a loan was paid out. */
const PAID_OUT = /^loan\.(repay|owed|entry|receipt|instalment|repaid$|state\.(overdue|running|settled)$)/;
/** All other texts that a borrower may read of an application, in every room: a new one is among them by itself. */
const OF_APPLICATION =
  /^(loan\.|review\.reason\.loan\.|notices\.loan-decided\.|act\.(applyLoan|cancelLoan)|rules\.loan\.|home\.guide\.loan|touches\.act\.loan|error\.LOAN_(?!NOTHING_DUE|ENDED|POOL_EMPTY|TOTAL_ABOVE))/;
/** Texts on paying back what was lent: they speak of payments, and of no fee. */
const REPAYS = [
  'error.LOAN_LIMIT',
  'error.LOAN_TOO_MANY',
  'home.guide.loan.wrong',
  'loan.early',
  'loan.early.price',
  'loan.early.text',
  'loan.history',
  'loan.how.early',
  'loan.how.late',
  'loan.limit.later',
  'loan.payment',
  'loan.total',
  'rules.loan.step.early',
  'rules.loan.wrong.late',
  'rules.loan.wrong.price',
];
/** The head of a figure that says: none. */
const NONE = 'loan.figure.fee';

/** Texts that ask for money before a payout, by their ids. */
const asking = (locale: Locale, messages: Messages): string[] =>
  Object.entries(messages)
    .filter(([id]) => OF_APPLICATION.test(id) && !PAID_OUT.test(id) && id !== NONE)
    .filter(([id, text]) => askedPayments(locale, text, REPAYS.includes(id)).length > 0)
    .map(([id]) => id);

describe.each(locales)('the texts of power loans in %s', (locale) => {
  it('ask for no payment before a payout', () => {
    const messages = textsOf(locale);
    expect(asking(locale, messages)).toEqual([]);
    expect(Object.keys(messages)).toEqual(expect.arrayContaining([...REPAYS, NONE]));
  });

  it('would be seen to ask for one, whichever of them it is', () => {
    const messages = textsOf(locale);
    const planted = {
      ...messages,
      'loan.state.new': ASKED_FIRST[locale],
      'review.reason.loan.fee': ASKED_FIRST[locale],
    };
    expect(asking(locale, planted)).toEqual(['loan.state.new', 'review.reason.loan.fee']);
    for (const id of [...REPAYS, 'loan.how.fee', 'loan.state.pending'])
      expect(asking(locale, { ...messages, [id]: `${messages[id]}. ${ASKED_FIRST[locale]}` })).toEqual([id]);
  });
});
