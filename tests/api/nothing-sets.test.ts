import { type Call, calls, isFourEyes, type OperatorCallName, operatorCalls } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/** Words of what nobody may set. */
const SETTABLE = /balance|price|odds|outcome|result|winner|rate|payout|profit|settle|credit|debit/i;

/** Fields with such a name, and why each sets nothing of the kind. */
const OWN_ORDER = 'the limit, trigger or stop of the caller’s own order or position';
const fieldsOfUsers: Readonly<Record<string, string>> = {
  price: OWN_ORDER,
  triggerPrice: OWN_ORDER,
  stopPrice: OWN_ORDER,
  callbackPrice: OWN_ORDER,
  activationPrice: OWN_ORDER,
  stopProfit: OWN_ORDER,
  clientExtensionResults: 'a part of WebAuthn’s answer',
  payoutPercent: 'the published rate that the caller saw: another one refuses the order',
  seenPrice: 'the worst price that the caller takes: another one refuses the order',
  rate: 'the merchant’s own price of an own offer, within the published band',
};
const fieldsOfOperators: Readonly<Record<string, string>> = {
  'changeSecondsTerms payoutPercent':
    'the published rate of contracts to come, by two operators; a contract keeps the rate of its acceptance',
  'announceMarketTerms hourlyRatePercent':
    'interest of hours to come, by two operators, announced three days before it holds',
  'announceMarketTerms priceBandPercent':
    'how far from the index orders may lie: limits of later orders, by two operators, announced an hour before',
  'setExchangeRate rate': 'shows values in a currency; nothing is settled at it',
  'setOtcCurrency rate': 'bounds offers to come by the published band, by two operators; it moves no price',
  'resolveOtcAppeal winner':
    'the side of an appealed order that gets its whole escrow, by two operators, after both could answer',
};

/**
 * The effect of each act of the console. None of these words is a balance, a price, odds or an outcome; an act that is
 * missing here fails.
 */
type Effect =
  /** The operator’s own login, keys and views. */
  | 'own'
  /** A word about something: a note, a claim, an answer of support, an archive of what was seen. */
  | 'words'
  /** A verdict on a document or withdrawal, with a coded reason. */
  | 'verdict'
  /** Trading of a market or product is halted or resumed. */
  | 'state'
  /** Terms of what comes, by two operators. */
  | 'terms'
  /** An announced change of terms does not come: what stands stays. */
  | 'standing'
  /** Funds of the house move into a pool, by two operators. */
  | 'house funds'
  /** The house credits a user, by two operators, with a reason that the user reads. */
  | 'credit by two'
  /** A deposit that its chain took back is debited, by two operators, with a reason that the user reads. */
  | 'reversal by two'
  /** The escrow of an appealed order goes to one of its two sides, by two operators, with a reason that both read. */
  | 'appeal by two'
  /** A wallet that stopped by itself signs again, by two operators. */
  | 'wallet by two'
  /** Sessions of a user end: the user logs in again, and nothing else changes. */
  | 'sessions'
  /** The people who work here. */
  | 'staff'
  /** The values that pages show. */
  | 'content'
  /** Lets two operators have a halted row asserted again. */
  | 'row by two'
  /** A job is tried earlier. */
  | 'retry';

const effects: Readonly<Partial<Record<OperatorCallName, Effect>>> = {
  operatorLogout: 'own',
  changeOperatorPassword: 'own',
  forgetOperatorDevice: 'own',
  registerSigningKey: 'own',
  saveOperatorView: 'own',
  deleteOperatorView: 'own',
  noteOperatorUser: 'words',
  endOperatorUserSessions: 'sessions',
  noteReview: 'words',
  claimReview: 'words',
  releaseReview: 'words',
  decideReview: 'verdict',
  setSymbolState: 'state',
  setSecondsState: 'state',
  setSwapState: 'state',
  changeSecondsTerms: 'terms',
  changeSecondsCap: 'terms',
  setSecondsUserCap: 'terms',
  setSwapTerms: 'terms',
  setAgent: 'terms',
  offerStaking: 'terms',
  closeStakingOffer: 'terms',
  offerFinance: 'terms',
  closeFinanceOffer: 'terms',
  offerLoan: 'terms',
  closeLoanOffer: 'terms',
  announceMarketTerms: 'terms',
  withdrawMarketTerms: 'standing',
  addToSecondsPool: 'house funds',
  fundSwaps: 'house funds',
  fundStaking: 'house funds',
  fundFinance: 'house funds',
  openMining: 'terms',
  fundMining: 'house funds',
  fundLoanPool: 'house funds',
  correctBalance: 'credit by two',
  reverseDeposit: 'reversal by two',
  resumeRow: 'row by two',
  resumeWallet: 'wallet by two',
  releaseSuspense: 'house funds',
  approveProposal: 'verdict',
  rejectProposal: 'verdict',
  addOperator: 'staff',
  changeOperatorRole: 'staff',
  disableOperator: 'staff',
  sendOperatorSetup: 'staff',
  resolveOtcAppeal: 'appeal by two',
  sayInOtcAppeal: 'words',
  setOtcTerms: 'terms',
  setOtcCurrency: 'terms',
  setOtcMethod: 'terms',
  setOtcTrader: 'terms',
  setExchangeRate: 'content',
  saveNavEntry: 'content',
  removeContentEntry: 'content',
  saveLanguage: 'content',
  saveDictItem: 'content',
  setTimeZone: 'content',
  createArticle: 'content',
  placeArticle: 'content',
  draftArticle: 'content',
  keepTranslation: 'content',
  restoreArticle: 'content',
  publishArticle: 'content',
  proposeArticle: 'content',
  withdrawArticle: 'content',
  hideArticle: 'content',
  saveArticleCategory: 'content',
  uploadArticleImage: 'content',
  draftTerms: 'content',
  publishTerms: 'terms',
  setFeature: 'terms',
  changeAccountTiers: 'terms',
  retryOperatorJob: 'retry',
  takeSupport: 'words',
  giveBackSupport: 'words',
  answerSupport: 'words',
  sendSupportPicture: 'words',
  typeSupport: 'words',
  noteSupport: 'words',
  handOverSupport: 'words',
  snoozeSupport: 'words',
  resolveSupport: 'words',
  saveCannedAnswer: 'content',
  removeCannedAnswer: 'content',
  saveSupportHours: 'content',
};

/** Names of all fields that a part of a request may have, at any depth. */
function fieldsOf(schema: z.ZodType): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    const { properties } = node as { readonly properties?: object };
    for (const name of Object.keys(properties ?? {})) found.add(name);
    for (const value of Object.values(node)) walk(value);
  };
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return found;
}

const inputsOf = ({ params, query, body }: Call) =>
  [params, query, body].flatMap((part) => (part === null ? [] : [...fieldsOf(part)]));

describe('no call sets a balance, a price, odds or an outcome', () => {
  it('none of users has a field of that name, but for the terms of their own orders', () => {
    const strange = Object.entries<Call>(calls).flatMap(([name, call]) =>
      inputsOf(call)
        .filter((field) => SETTABLE.test(field) && !Object.hasOwn(fieldsOfUsers, field))
        .map((field) => `${name} ${field}`),
    );
    expect(strange).toEqual([]);
  });

  it('none of operators has one, but for those that are named with their reason', () => {
    const strange = Object.entries<Call>(operatorCalls).flatMap(([name, call]) =>
      inputsOf(call)
        .map((field) => `${name} ${field}`)
        .filter(
          (field) => SETTABLE.test(field.split(' ')[1] ?? '') && !Object.hasOwn(fieldsOfOperators, field),
        ),
    );
    expect(strange).toEqual([]);
  });

  it('each act of the console has one of a few effects, and what moves money or changes terms takes two', () => {
    const acts = Object.entries<Call>(operatorCalls)
      .filter(([, { method, auth }]) => method === 'POST' && auth !== 'none')
      .map(([name]) => name);
    expect(Object.keys(effects).toSorted()).toEqual(acts.toSorted());
    const twoEyed = new Set<Effect>([
      'terms',
      'house funds',
      'credit by two',
      'reversal by two',
      'appeal by two',
      'wallet by two',
    ]);
    const alone = Object.entries(effects).filter(
      ([name, effect]) => twoEyed.has(effect) && !isFourEyes(name),
    );
    expect(alone).toEqual([]);
  });
});
