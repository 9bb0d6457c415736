import {
  COLLECTED,
  ENDED_REASONS,
  languages,
  listingQuestions,
  listingRejections,
  MINING_WALLET_NEWS,
  merchantRejections,
  NOTICE_CHANNELS,
  NOTICE_GROUPS,
  NOTICE_KINDS,
  NOTICES_PAGE,
  type NoticeContent,
  noticeFacts,
  noticeKinds,
  noticeLink,
  OTC_APPEAL_NEWS,
  OTC_DECISION_REASONS,
  OTC_ENDED,
  OTC_NEWS,
  OTC_RESULTS,
  RENEWALS,
} from '@candor/api';
import { expect, it } from 'vitest';
import { mailHtml, mailText } from './mail/mail-text.ts';
import { loadWords } from './words.ts';

const words = await loadWords();
const market = { symbol: 'BTCUSDT', symbol_name: 'BTC/USDT' };
const noMarket = { symbol: null, symbol_name: null };
const order = {
  ...market,
  product: 'spot',
  wallet: 'spot',
  orderId: 7,
  side: 'buy',
  coin: 'BTC',
  quoteCoin: 'USDT',
  filled: '0.5',
  quantity: '1.25',
  amount: '25000',
  price: '50000',
  result: null,
} as const;
const contract = {
  ...order,
  product: 'contract',
  wallet: 'perpetual',
  filled: '3',
  quantity: '20',
  result: '-12.5',
} as const;
const fired = { trigger: 'stop', triggerPrice: '48000', firedPrice: '47990', rejectKey: null } as const;
const position = { ...market, positionId: 3, positionSide: 'long', coin: 'USDT' } as const;
const closed = {
  ...position,
  quantity: '20',
  left: '0',
  price: '45200',
  result: '-96',
  receipt: '9.1',
} as const;
const deposit = { coin: 'USDT', network: 'practice-evm', amount: '250.5' } as const;
const chain = { ...deposit, method: 'chain', transactionHash: `0x${'ab'.repeat(32)}` } as const;
const withdrawal = {
  withdrawalId: 4,
  method: 'chain',
  coin: 'USDT',
  network: 'practice-evm',
  amount: '101',
  fee: '1',
  arrives: '100',
  address: `0x${'5a'.repeat(20)}`,
  reason: null,
  transaction: null,
} as const;
const joining = { address: `0x${'Ab'.repeat(20)}` } as const;
const miningPool = { coin: 'ETH', endsTime: null, amount: null, reason: '' } as const;
const escrowed = {
  orderId: 7,
  isMaker: true,
  role: 'seller',
  amount: '20',
  coin: 'USDT',
  total: '144',
  currency: 'CNY',
} as const;
const lent = { id: 7, coin: 'USDT', amount: '100' } as const;
const instalment = { number: 1, instalments: 3 } as const;
const account = { account: 'all', ...noMarket, riskRate: '1.19', receipt: '9.2' } as const;
const second = {
  contractId: 5,
  ...market,
  direction: 'up',
  stake: '10',
  coin: 'USDT',
  voidReason: null,
} as const;
const alert = { alertId: 1, ...market, source: 'index', threshold: '51000', price: '51010.5' } as const;
const terms = { ...noMarket, coin: null, effectiveTime: 1_800_000_000_000, reason: 'Costs fell' } as const;

/** At least one sample of each kind, and one of each way in which it reads. */
const samples = [
  { kind: 'order-filled', facts: { ...order, whole: true } },
  { kind: 'order-filled', facts: { ...order, whole: false } },
  { kind: 'order-filled', facts: { ...contract, whole: true } },
  { kind: 'order-filled', facts: { ...contract, whole: false } },
  ...(['placed', 'part', 'filled', 'refused', 'kept', 'ended'] as const).map((outcome) => ({
    kind: 'order-fired',
    facts: {
      ...contract,
      ...fired,
      outcome,
      rejectKey: outcome === 'refused' ? 'INSUFFICIENT_BALANCE' : null,
    },
  })),
  ...(['stop', 'take-profit', 'stop-loss', 'trailing-stop', 'order'] as const).map((trigger) => ({
    kind: 'order-fired',
    facts: { ...order, ...fired, trigger, outcome: 'filled' },
  })),
  ...ENDED_REASONS.map((reason) => ({
    kind: 'order-ended',
    facts: { ...order, price: null, filled: '0', reason, rejectKey: null },
  })),
  ...(['won', 'lost', 'even', 'void'] as const).map((result) => ({
    kind: 'second-settled',
    facts: { ...second, result, paid: '18', profit: '8' },
  })),
  { kind: 'funding-paid', facts: { ...position, amount: '-0.4', rate: '0.01', receipt: '9.3' } },
  { kind: 'funding-paid', facts: { ...position, amount: '0.4', rate: '0.01', receipt: '9.3' } },
  { kind: 'price-alert', facts: { ...alert, condition: 'above', windowMinutes: null } },
  { kind: 'price-alert', facts: { ...alert, condition: 'below', windowMinutes: null } },
  { kind: 'price-alert', facts: { ...alert, condition: 'percent', threshold: '-3', windowMinutes: 15 } },
  { kind: 'margin-warning', facts: { ...market, positionId: 3, marginRatio: '81.5', receipt: '9.4' } },
  { kind: 'margin-warning', facts: { ...noMarket, positionId: null, marginRatio: '81.5', receipt: '9.4' } },
  { kind: 'liquidation', facts: { ...closed, marginMode: 'isolated', fee: '4.5' } },
  {
    kind: 'liquidation',
    facts: { ...closed, left: '5', price: null, result: null, marginMode: 'cross', fee: '0' },
  },
  { kind: 'deleveraging', facts: closed },
  { kind: 'margin-call', facts: { ...account, callRisk: '1.2', liquidationRisk: '1.1' } },
  {
    kind: 'margin-call',
    facts: { ...account, ...market, account: 'fixed', callRisk: '1.2', liquidationRisk: '1.1' },
  },
  { kind: 'forced-sale', facts: { ...account, saleId: 2, over: false } },
  { kind: 'forced-sale', facts: { ...account, ...market, account: 'fixed', saleId: 2, over: true } },
  { kind: 'deposit-seen', facts: { ...chain, confirmationsNeeded: 12 } },
  { kind: 'deposit-held', facts: chain },
  { kind: 'deposit-credited', facts: chain },
  ...(['held', 'restored', 'reversed', 'released'] as const).map((state) => ({
    kind: 'deposit-taken-back',
    facts: { ...chain, state, debited: state === 'reversed' ? '200' : null },
  })),
  {
    kind: 'deposit-declined',
    facts: { ...deposit, method: 'bank', network: null, transactionHash: null, reason: 'notReceived' },
  },
  { kind: 'withdrawal-sent', facts: withdrawal },
  { kind: 'withdrawal-done', facts: withdrawal },
  { kind: 'withdrawal-declined', facts: { ...withdrawal, reason: 'sanctioned' } },
  { kind: 'withdrawal-declined', facts: { ...withdrawal, reason: 'recipient' } },
  { kind: 'withdrawal-declined', facts: { ...withdrawal, reason: 'takenBack' } },
  { kind: 'withdrawal-held', facts: { ...withdrawal, reason: 'amount' } },
  ...RENEWALS.map((renewal) => ({
    kind: 'staking-matured',
    facts: { orderId: 7, coin: 'USDT', amount: '100', interest: '0.35', renewal },
  })),
  { kind: 'finance-matured', facts: { orderId: 7, coin: 'USDT', amount: '100', interest: '0.35' } },
  { kind: 'mining-join', facts: { ...joining, state: 'joined', reason: null } },
  { kind: 'mining-join', facts: { ...joining, state: 'lost', reason: null } },
  { kind: 'mining-join', facts: { ...joining, state: 'refused', reason: 'JOIN_FAILED' } },
  { kind: 'mining-pool', facts: { ...miningPool, state: 'ends', endsTime: 1_800_000_000_000 } },
  { kind: 'mining-pool', facts: { ...miningPool, state: 'ended' } },
  { kind: 'mining-pool', facts: { ...miningPool, state: 'taken', amount: '4', reason: 'Too much' } },
  ...MINING_WALLET_NEWS.map((state) => ({
    kind: 'mining-wallet',
    facts: { ...joining, state, opensTime: 1_800_000_000_000 },
  })),
  { kind: 'referral-rebate', facts: { day: 1_800_000_000_000 } },
  {
    kind: 'agent-share',
    facts: { sharePercent: '12.5', effectiveTime: 1_800_000_000_000, reason: 'A large team' },
  },
  {
    kind: 'staking-renewal-off',
    facts: { orderId: 5, coin: 'USDT', amount: '5', endTime: 0, reason: 'A new law' },
  },
  { kind: 'loan-decided', facts: { ...lent, decision: 'approved', reason: null } },
  { kind: 'loan-decided', facts: { ...lent, decision: 'failed', reason: 'unclear' } },
  { kind: 'loan-paid-out', facts: { ...lent, dueTime: 0 } },
  { kind: 'loan-due-soon', facts: { ...lent, ...instalment, dueTime: 0 } },
  ...COLLECTED.map((collected) => ({
    kind: 'loan-due',
    facts: { ...lent, ...instalment, collected, paid: '2', left: '3' },
  })),
  { kind: 'loan-collected', facts: { ...lent, left: '3' } },
  { kind: 'loan-overdue', facts: { ...lent, ...instalment, overdueRate: '0.045' } },
  { kind: 'loan-settled', facts: lent },
  { kind: 'otc-order', facts: { ...escrowed, dueTime: 1_800_000_000_000 } },
  ...OTC_NEWS.map((news) => ({
    kind: 'otc-moved',
    facts: { ...escrowed, news, dueTime: 1_800_000_000_000 },
  })),
  ...OTC_APPEAL_NEWS.map((news) => ({ kind: 'otc-appeal', facts: { ...escrowed, news, dueTime: null } })),
  ...OTC_ENDED.flatMap((end) =>
    OTC_RESULTS.map((result) => ({
      kind: 'otc-ended',
      facts: { ...escrowed, end, result, reason: null, holdEndsTime: null },
    })),
  ),
  ...OTC_DECISION_REASONS.map((reason) => ({
    kind: 'otc-ended',
    facts: { ...escrowed, end: 'resolved', result: 'bought', reason, holdEndsTime: 1_800_000_000_000 },
  })),
  { kind: 'otc-paused', facts: { untilTime: 1_800_000_000_000, faults: 3 } },
  { kind: 'otc-free', facts: { orderId: 7, amount: '20', coin: 'USDT' } },
  { kind: 'otc-free', facts: { orderId: null, amount: '100', coin: 'USDT' } },
  { kind: 'merchant-decided', facts: { decision: 'approved', reason: null } },
  ...merchantRejections.map((reason) => ({
    kind: 'merchant-decided',
    facts: { decision: 'rejected', reason },
  })),
  ...listingQuestions.map((reason) => ({ kind: 'listing-asked', facts: { id: 7, reason } })),
  { kind: 'listing-decided', facts: { id: 7, decision: 'accepted', reason: null } },
  ...listingRejections.map((reason) => ({
    kind: 'listing-decided',
    facts: { id: 7, decision: 'rejected', reason },
  })),
  { kind: 'correction', facts: { coin: 'USDT', amount: '5', reasonCode: 'error', reason: 'Counted twice' } },
  { kind: 'identity-decided', facts: { level: 'primary', decision: 'approved', reason: null } },
  { kind: 'identity-decided', facts: { level: 'advanced', decision: 'rejected', reason: 'unclear' } },
  { kind: 'support-answered', facts: { number: 7 } },
  { kind: 'new-device', facts: { device: 'Firefox', address: '203.0.113.9' } },
  {
    kind: 'factor-changed',
    facts: {
      change: 'securityChanged',
      act: { name: 'createApi', facts: [{ name: 'name', value: 'Laptop' }] },
    },
  },
  { kind: 'factor-changed', facts: { change: 'passwordChanged', act: null } },
  { kind: 'terms-changed', facts: { ...terms, terms: 'fees', state: 'announced' } },
  { kind: 'terms-changed', facts: { ...terms, terms: 'referral', state: 'announced' } },
  { kind: 'terms-changed', facts: { ...terms, terms: 'service', state: 'applied' } },
  ...(['limits', 'brackets', 'marginRisk'] as const).map((changed) => ({
    kind: 'terms-changed',
    facts: { ...terms, ...market, terms: changed, state: 'withdrawn' },
  })),
  { kind: 'terms-changed', facts: { ...terms, coin: 'BTC', terms: 'marginCoin', state: 'announced' } },
  { kind: 'terms-changed', facts: { ...terms, coin: 'ETH', terms: 'gears', state: 'announced' } },
  { kind: 'terms-changed', facts: { ...terms, terms: 'marginRisk', state: 'announced' } },
];

/** Samples; what `noticeFacts` says of each is tested below. */
const notices = samples as unknown as readonly NoticeContent[];

it('has a group, channels, facts and a page for each kind', () => {
  expect(new Set(notices.map(({ kind }) => kind))).toEqual(new Set(NOTICE_KINDS));
  for (const kind of NOTICE_KINDS) {
    expect(NOTICE_GROUPS).toContain(noticeKinds[kind].group);
    expect(noticeKinds[kind].page).not.toBe('never');
    for (const channel of NOTICE_CHANNELS)
      expect(['on', 'off', 'always', 'never']).toContain(noticeKinds[kind][channel]);
    expect(noticeKinds[kind].sound).toBe('off');
  }
  for (const notice of notices) {
    expect(noticeFacts[notice.kind].parse(notice.facts)).toEqual(notice.facts);
    expect(noticeLink(notice)).toMatch(/^\/[a-z]/);
  }
  expect(NOTICES_PAGE).toMatch(/^\/account\//);
});

it.each(languages)('says each notice in %s by mail and text', (language) => {
  const common = { kind: 'notice', language, code: null, login: null, withdrawal: null, act: null } as const;
  const content = { ...common, antiPhishing: null, minutes: 1, link: 'https://candor.example/x' };
  for (const notice of notices) {
    const mail = words.mail({ ...content, notices: [notice] });
    const said = [mail.subject, mailText(mail), words.sms({ ...content, notices: [notice] })];
    for (const each of said) expect(each).not.toMatch(/\{\w+|undefined|\bnull\b|NaN|\[object/);
    expect(mail.paragraphs.join('').length).toBeGreaterThan(10);
  }
  const all = words.mail({ ...content, notices });
  expect(all.subject).toContain(String(notices.length));
  for (const heading of all.headings.slice(-3)) expect(all.paragraphs).toContain(heading);
  expect(mailHtml(all, language)).toContain('font-weight:600">');
  expect(words.sms({ ...content, notices })).toContain(String(notices.length));
});

it.each(['books', 'takenBack'])('says of %s that it declined a withdrawal, not that one waits', (reason) => {
  const common = { kind: 'notice', code: null, login: null, withdrawal: null, act: null } as const;
  const content = {
    ...common,
    language: 'en',
    antiPhishing: null,
    minutes: 1,
    link: 'https://candor.example/x',
  } as const;
  const [waits, declined] = ['withdrawal-held', 'withdrawal-declined'].map((kind) => {
    const notice = { kind, facts: { ...withdrawal, reason } } as unknown as NoticeContent;
    return words.mail({ ...content, notices: [notice] }).paragraphs.join(' ');
  });
  expect(waits).not.toContain('this withdrawal was declined');
  expect(declined).toContain('this withdrawal was declined. Nothing was sent.');
});
