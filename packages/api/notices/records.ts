import { z } from 'zod';
import { timeMs } from '../scalars.ts';
import { noticeFacts } from './facts.ts';
import type { NoticeKind } from './kinds.ts';

const common = {
  /** Ascending with each notice and each change of one: a changed notice has a new id and is unread again. */
  id: z.number().int().positive(),
  /** Names the event within the account: a notice with a known key replaces the one that had it. */
  key: z.string(),
  time: timeMs,
  read: z.boolean(),
};

const row = <const Kind extends NoticeKind>(kind: Kind) =>
  z.strictObject({ ...common, kind: z.literal(kind), facts: noticeFacts[kind] });

/** A notice by its kind. */
export const noticeRow = z.discriminatedUnion('kind', [
  row('order-filled'),
  row('order-fired'),
  row('order-ended'),
  row('second-settled'),
  row('funding-paid'),
  row('price-alert'),
  row('margin-warning'),
  row('liquidation'),
  row('deleveraging'),
  row('margin-call'),
  row('forced-sale'),
  row('deposit-seen'),
  row('deposit-held'),
  row('deposit-credited'),
  row('deposit-taken-back'),
  row('deposit-declined'),
  row('withdrawal-sent'),
  row('withdrawal-done'),
  row('withdrawal-declined'),
  row('withdrawal-held'),
  row('staking-matured'),
  row('staking-renewal-off'),
  row('loan-decided'),
  row('loan-paid-out'),
  row('loan-due-soon'),
  row('loan-due'),
  row('loan-collected'),
  row('loan-overdue'),
  row('loan-settled'),
  row('otc-order'),
  row('otc-moved'),
  row('otc-appeal'),
  row('otc-ended'),
  row('otc-paused'),
  row('otc-free'),
  row('merchant-decided'),
  row('listing-asked'),
  row('listing-decided'),
  row('finance-matured'),
  row('mining-join'),
  row('mining-pool'),
  row('mining-wallet'),
  row('referral-rebate'),
  row('agent-share'),
  row('correction'),
  row('identity-decided'),
  row('support-answered'),
  row('new-device'),
  row('factor-changed'),
  row('terms-changed'),
]);

export type Notice = z.output<typeof noticeRow>;
export type NoticeOf<Kind extends NoticeKind> = Extract<Notice, { readonly kind: Kind }>;
/** Kind and facts of a notice: all that its words and its link follow from. */
export type NoticeContent = { [Kind in NoticeKind]: Pick<NoticeOf<Kind>, 'kind' | 'facts'> }[NoticeKind];
