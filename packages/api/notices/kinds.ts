/** Kinds of notices and how each reaches its owner. No schemas: browsers load this module. */

/** Groups that the list of notices filters by. */
export const NOTICE_GROUPS = ['trading', 'risk', 'money', 'account'] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];

/**
 * `page`: a toast on every page, and counted as unread; the list keeps a notice in any case. `sound` goes with the toast.
 * `sms` goes to the phone number that the account has.
 */
export const NOTICE_CHANNELS = ['page', 'mail', 'sms', 'sound'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** `on` and `off` are defaults that a user changes; `always` cannot be switched off; `never` is not offered. */
export type NoticeChoice = 'on' | 'off' | 'always' | 'never';

interface NoticeRule extends Readonly<Record<NoticeChannel, NoticeChoice>> {
  readonly group: NoticeGroup;
  /** True where a mail or a text waits for no others: it goes at once. */
  readonly urgent: boolean;
}

const rule = (
  group: NoticeGroup,
  page: NoticeChoice,
  mail: NoticeChoice,
  sms: NoticeChoice,
  urgent = false,
) => ({ group, page, mail, sms, sound: 'off', urgent }) as const satisfies NoticeRule;

/** The one table of kinds: group, page, mail, text message, and if it is urgent. Sound is off at first. */
export const noticeKinds = {
  'order-filled': rule('trading', 'on', 'off', 'never'),
  'order-fired': rule('trading', 'on', 'on', 'off'),
  'order-ended': rule('trading', 'on', 'off', 'never'),
  'second-settled': rule('trading', 'on', 'off', 'never'),
  'funding-paid': rule('trading', 'off', 'off', 'never'),
  'price-alert': rule('trading', 'on', 'off', 'off', true),
  'margin-warning': rule('risk', 'always', 'on', 'off', true),
  liquidation: rule('risk', 'always', 'on', 'off', true),
  deleveraging: rule('risk', 'always', 'on', 'off', true),
  'margin-call': rule('risk', 'always', 'on', 'off', true),
  'forced-sale': rule('risk', 'always', 'on', 'off', true),
  'deposit-seen': rule('money', 'on', 'off', 'never'),
  'deposit-held': rule('money', 'on', 'on', 'never'),
  'deposit-credited': rule('money', 'on', 'on', 'off'),
  'deposit-taken-back': rule('money', 'always', 'on', 'off', true),
  'deposit-declined': rule('money', 'on', 'on', 'never'),
  'withdrawal-sent': rule('money', 'on', 'on', 'off', true),
  'withdrawal-done': rule('money', 'on', 'on', 'off'),
  'withdrawal-declined': rule('money', 'always', 'on', 'off'),
  'withdrawal-held': rule('money', 'on', 'on', 'never'),
  'staking-matured': rule('money', 'on', 'on', 'never'),
  'staking-renewal-off': rule('money', 'on', 'on', 'never'),
  'loan-decided': rule('money', 'on', 'on', 'off'),
  'loan-paid-out': rule('money', 'on', 'on', 'never'),
  'loan-due-soon': rule('money', 'on', 'on', 'off'),
  'loan-due': rule('money', 'on', 'on', 'off'),
  'loan-collected': rule('money', 'on', 'on', 'never'),
  'loan-overdue': rule('risk', 'always', 'on', 'off', true),
  'loan-settled': rule('money', 'on', 'on', 'never'),
  'otc-order': rule('trading', 'on', 'on', 'off', true),
  'otc-moved': rule('trading', 'on', 'on', 'off', true),
  'otc-ended': rule('trading', 'on', 'on', 'never'),
  'otc-appeal': rule('trading', 'always', 'on', 'off', true),
  'otc-paused': rule('trading', 'on', 'off', 'never'),
  'otc-free': rule('money', 'on', 'off', 'never'),
  'merchant-decided': rule('account', 'on', 'on', 'never'),
  'listing-asked': rule('account', 'on', 'on', 'never'),
  'listing-decided': rule('account', 'on', 'on', 'never'),
  'finance-matured': rule('money', 'on', 'on', 'never'),
  'mining-join': rule('money', 'on', 'on', 'never'),
  'mining-pool': rule('money', 'on', 'on', 'off'),
  'mining-wallet': rule('money', 'always', 'always', 'off', true),
  'referral-rebate': rule('money', 'on', 'off', 'never'),
  'agent-share': rule('money', 'on', 'on', 'never'),
  correction: rule('money', 'always', 'on', 'never'),
  'identity-decided': rule('account', 'on', 'on', 'off'),
  'support-answered': rule('account', 'on', 'on', 'never', true),
  // their mails and texts are written by the acts themselves, with the link that freezes the account or asks support
  'new-device': rule('account', 'always', 'always', 'always', true),
  'factor-changed': rule('account', 'always', 'always', 'always', true),
  'terms-changed': rule('account', 'on', 'off', 'never'),
} as const satisfies Readonly<Record<string, NoticeRule>>;

export type NoticeKind = keyof typeof noticeKinds;

/** The kinds of notices, in the order of the settings. */
export const NOTICE_KINDS = Object.keys(noticeKinds) as readonly NoticeKind[];

/** The newest notices of a user that are kept. */
export const NOTICES_KEPT = 1_000;
/** Days for which a notice is kept. */
export const NOTICE_DAYS = 90;
/** A mail waits so long for further notices; one that is urgent waits only where another mail went as recently. */
export const NOTICE_BURST_MS = 3 * 60_000;

/** Outcome of an order that waited for a price, once it fired. */
export const FIRED_RESULTS = ['placed', 'part', 'filled', 'refused', 'kept', 'ended'] as const;
/** Names what fired: a waiting order of its kind, or the take-profit or stop-loss of a position. */
export const FIRED_KINDS = ['stop', 'take-profit', 'stop-loss', 'trailing-stop', 'order'] as const;
/** Why an order ended without its owner's act. */
export const ENDED_REASONS = [
  'expired',
  'self-trade',
  'margin',
  'position',
  'liquidation',
  'refused',
  'cancelled',
] as const;
/** Wallet that an order trades in: a margin account has its own list of orders. */
export const ORDER_WALLETS = ['spot', 'margin-cross', 'margin-isolated', 'perpetual'] as const;
/** State of a deposit that left its chain. */
export const TAKEN_BACK_STATES = ['held', 'restored', 'reversed', 'released'] as const;
/** Fate of an order that was to be renewed when it matured; `none` where its owner wanted no renewal. */
export const RENEWALS = ['none', 'renewed', 'refused'] as const;
/** Changes of an OTC order that both sides hear of, those of an appeal, and its ends. */
export const OTC_NEWS = ['paid', 'lapsed', 'asked'] as const;
export const OTC_APPEAL_NEWS = ['appealed', 'stated', 'late'] as const;
export const OTC_ENDED = ['released', 'cancelled', 'expired', 'resolved'] as const;
/** Own result of an OTC order that ended: coins came, went, or came back. */
export const OTC_RESULTS = ['bought', 'sold', 'returned', 'none'] as const;
/** State of a call of `join()`: one that left its block waits again. */
export const JOIN_NEWS = ['joined', 'lost', 'refused'] as const;
/** News of the pool that pays mining. */
export const MINING_POOL_NEWS = ['ends', 'ended', 'taken'] as const;
/** State of a change of the joined wallet. */
export const MINING_WALLET_NEWS = ['asked', 'open', 'cancelled', 'moved'] as const;
/** Part of an instalment that was taken from the spot wallet when it fell due. */
export const COLLECTED = ['all', 'part', 'none'] as const;
/** Terms that change with notice. */
export const CHANGED_TERMS = [
  'service',
  'fees',
  'limits',
  'brackets',
  'marginCoin',
  'marginRisk',
  'referral',
  'gears',
] as const;
/** Changes of an account's security, by the words of the message that went out. */
export const FACTOR_CHANGES = [
  'securityChanged',
  'passwordChanged',
  'contactChanged',
  'sessionsEnded',
  'loggedOutEverywhere',
  'recoveryAsked',
  'recoveryRefused',
  'recoveryCancelled',
  'recoveryDone',
] as const;
