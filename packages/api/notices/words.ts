/** Sentences of notices, which pages, mails and texts share: ids and values alone. No schemas: browsers load this module. */
import { type ActFact, actSentence } from '../factors/act-facts.ts';
import { withdrawalReasonWord } from '../withdrawals/constants.ts';
import type { NoticeContent, NoticeOf } from './records.ts';
import {
  type NoticeFormat,
  type NoticeSentence,
  type NoticeWords,
  type Of,
  quote,
  say,
  titleOf,
} from './sentences.ts';
import { orderWords, riskWords, tradingWords } from './trading-words.ts';

export type { NoticeFormat, NoticeSentence, NoticeWords } from './sentences.ts';

/**
 * Returns the words of a notice. The ids lie in the rooms `notices`, `act`, `error`, `review` and `escrow`, which apps and
 * server share, and in `withdraw`.
 */
export function noticeWords(notice: NoticeContent, format: NoticeFormat): NoticeWords {
  switch (notice.kind) {
    case 'order-filled':
    case 'order-fired':
    case 'order-ended':
      return orderWords(notice, format);
    case 'second-settled':
    case 'funding-paid':
    case 'price-alert':
      return tradingWords(notice, format);
    case 'margin-warning':
    case 'liquidation':
    case 'deleveraging':
    case 'margin-call':
    case 'forced-sale':
      return riskWords(notice, format);
    case 'deposit-seen':
    case 'deposit-held':
    case 'deposit-credited':
    case 'deposit-taken-back':
    case 'deposit-declined':
      return depositWords(notice, format);
    case 'withdrawal-sent':
    case 'withdrawal-done':
    case 'withdrawal-declined':
    case 'withdrawal-held':
      return withdrawalWords(notice, format);
    case 'loan-decided':
    case 'loan-paid-out':
    case 'loan-due-soon':
    case 'loan-due':
    case 'loan-collected':
    case 'loan-overdue':
    case 'loan-settled':
      return loanWords(notice, format);
    case 'otc-order':
    case 'otc-moved':
    case 'otc-appeal':
    case 'otc-ended':
    case 'otc-paused':
    case 'otc-free':
    case 'merchant-decided':
      return otcWords(notice, format);
    case 'staking-matured':
    case 'staking-renewal-off':
    case 'finance-matured':
      return earnWords(notice, format);
    case 'listing-asked':
    case 'listing-decided':
      return listingWords(notice);
    case 'mining-join':
    case 'mining-pool':
    case 'mining-wallet':
      return miningWords(notice, format);
    case 'referral-rebate':
      return { title: titleOf(notice), text: [say('notices.referral-rebate.text')] };
    case 'agent-share': {
      const { sharePercent, effectiveTime, reason } = notice.facts;
      const values = { share: format.percent(sharePercent), time: format.dateTime(effectiveTime) };
      return { title: titleOf(notice), text: [say('notices.agent-share.text', values), quote(reason)] };
    }
    case 'correction': {
      const { coin, amount, reason } = notice.facts;
      const values = { coin, amount: format.quantity(amount) };
      return { title: titleOf(notice), text: [say('notices.correction.text', values), quote(reason)] };
    }
    default:
      return accountWords(notice, format);
  }
}

type OtcKind =
  | 'otc-order'
  | 'otc-moved'
  | 'otc-appeal'
  | 'otc-ended'
  | 'otc-paused'
  | 'otc-free'
  | 'merchant-decided';

function otcWords(notice: Of<OtcKind>, format: NoticeFormat): NoticeWords {
  const by = (ms: number | null) =>
    ms === null ? [] : [say('notices.otc.due', { time: format.dateTime(ms) })];
  switch (notice.kind) {
    case 'otc-paused': {
      const { untilTime, faults } = notice.facts;
      const values = { count: faults, time: format.dateTime(untilTime) };
      return { title: titleOf(notice), text: [say('notices.otc-paused.text', values)] };
    }
    case 'otc-free': {
      const { orderId, amount, coin } = notice.facts;
      if (orderId !== null)
        return { title: titleOf(notice), text: [say('notices.otc-free.hold', { id: orderId })] };
      const values = { amount: format.quantity(amount), coin: coin ?? '' };
      return { title: titleOf(notice, 'deposit'), text: [say('notices.otc-free.deposit', values)] };
    }
    case 'merchant-decided': {
      const { decision, reason } = notice.facts;
      const why = reason === null ? [] : [say(`review.reason.merchant.${reason}`)];
      return {
        title: titleOf(notice, decision),
        text: [say(`notices.merchant-decided.${decision}`), ...why],
      };
    }
    default: {
      const { orderId, role, amount, coin, total, currency } = notice.facts;
      const figures = { amount: format.quantity(amount), coin, total: format.quantity(total), currency };
      const order = say(`notices.otc.${role}`, { id: orderId, ...figures });
      if (notice.kind === 'otc-order')
        return { title: titleOf(notice), text: [order, ...by(notice.facts.dueTime)] };
      if (notice.kind !== 'otc-ended') {
        const { news, dueTime } = notice.facts;
        const what = say(`notices.${notice.kind}.${news}`);
        return { title: titleOf(notice, news), text: [what, order, ...by(dueTime)] };
      }
      const { end, result, reason, holdEndsTime } = notice.facts;
      const held =
        holdEndsTime === null ? [] : [say('notices.otc.held', { time: format.dateTime(holdEndsTime) })];
      const why = reason === null ? [] : [say(`escrow.decision.${reason}`)];
      return {
        title: titleOf(notice, end),
        text: [say(`notices.otc-ended.${result}`), order, ...why, ...held],
      };
    }
  }
}

function depositWords(
  notice: Of<
    'deposit-seen' | 'deposit-held' | 'deposit-credited' | 'deposit-taken-back' | 'deposit-declined'
  >,
  format: NoticeFormat,
): NoticeWords {
  const { coin, amount, network } = notice.facts;
  const values = {
    coin,
    amount: format.quantity(amount),
    network: network === null ? '' : format.network(network),
  };
  switch (notice.kind) {
    case 'deposit-seen': {
      const { confirmationsNeeded: count } = notice.facts;
      return { title: titleOf(notice), text: [say('notices.deposit-seen.text', { ...values, count })] };
    }
    case 'deposit-held':
    case 'deposit-credited':
      return { title: titleOf(notice), text: [say(`notices.${notice.kind}.text`, values)] };
    case 'deposit-declined': {
      const why = say(`review.reason.recharge.${notice.facts.reason}`);
      return { title: titleOf(notice), text: [say('notices.deposit-declined.text', values), why] };
    }
    case 'deposit-taken-back': {
      const { state, debited } = notice.facts;
      const all = { ...values, debited: format.quantity(debited ?? '0') };
      return { title: titleOf(notice, state), text: [say(`notices.deposit-taken-back.${state}`, all)] };
    }
  }
}

function withdrawalWords(
  notice: Of<'withdrawal-sent' | 'withdrawal-done' | 'withdrawal-declined' | 'withdrawal-held'>,
  format: NoticeFormat,
): NoticeWords {
  const { kind, facts } = notice;
  const { coin, amount, arrives, address, network, reason } = facts;
  const values = {
    coin,
    amount: format.quantity(amount),
    fee: format.quantity(facts.fee),
    arrives: format.quantity(arrives),
    address,
    network: format.network(network),
  };
  const isRejected = kind === 'withdrawal-declined';
  const why = reason === null ? [] : [say(`withdraw.reason.${withdrawalReasonWord(reason, isRejected)}`)];
  // the payment was made and its recipient's code failed: the fee is spent
  const isFeeKept = isRejected && reason === 'recipient';
  return {
    title: titleOf(notice),
    text: [say(`notices.${kind}.${isFeeKept ? 'feeKept' : 'text'}`, values), ...why],
  };
}

function earnWords(
  notice: Of<'staking-matured' | 'staking-renewal-off' | 'finance-matured'>,
  format: NoticeFormat,
): NoticeWords {
  switch (notice.kind) {
    case 'staking-matured': {
      const { coin, amount, interest, renewal } = notice.facts;
      const values = { coin, amount: format.quantity(amount), interest: format.quantity(interest) };
      return { title: titleOf(notice), text: [say(`notices.staking-matured.${renewal}`, values)] };
    }
    case 'staking-renewal-off': {
      const { coin, amount, endTime, reason } = notice.facts;
      const values = { coin, amount: format.quantity(amount), time: format.dateTime(endTime) };
      return {
        title: titleOf(notice),
        text: [say('notices.staking-renewal-off.text', values), ...(reason === '' ? [] : [quote(reason)])],
      };
    }
    case 'finance-matured': {
      const { coin, amount, interest } = notice.facts;
      const values = { coin, amount: format.quantity(amount), interest: format.quantity(interest) };
      return { title: titleOf(notice), text: [say('notices.finance-matured.text', values)] };
    }
  }
}

function listingWords(notice: Of<'listing-asked' | 'listing-decided'>): NoticeWords {
  switch (notice.kind) {
    case 'listing-asked': {
      const { id, reason } = notice.facts;
      const why = say(`review.reason.listing.${reason}`);
      return { title: titleOf(notice), text: [say('notices.listing-asked.text', { id }), why] };
    }
    case 'listing-decided': {
      const { id, decision, reason } = notice.facts;
      const why = reason === null ? [] : [say(`review.reason.listing.${reason}`)];
      const text = [say(`notices.listing-decided.${decision}`, { id }), ...why];
      return { title: titleOf(notice, decision), text };
    }
  }
}

function miningWords(
  notice: Of<'mining-join' | 'mining-pool' | 'mining-wallet'>,
  format: NoticeFormat,
): NoticeWords {
  const title = titleOf(notice, notice.facts.state);
  const id = `notices.${notice.kind}.${notice.facts.state}`;
  switch (notice.kind) {
    case 'mining-join': {
      const { address, reason } = notice.facts;
      const why = reason === null ? [] : [say(`error.${reason}`)];
      return { title, text: [say(id, { address }), ...why] };
    }
    case 'mining-pool': {
      const { coin, endsTime, amount, reason } = notice.facts;
      const values = { coin, time: format.dateTime(endsTime ?? 0), amount: format.quantity(amount ?? '0') };
      return { title, text: [say(id, values), ...(reason === '' ? [] : [quote(reason)])] };
    }
    case 'mining-wallet': {
      const { address, opensTime } = notice.facts;
      return { title, text: [say(id, { address, time: format.dateTime(opensTime) })] };
    }
  }
}

function loanWords(
  notice: Of<
    | 'loan-decided'
    | 'loan-paid-out'
    | 'loan-due-soon'
    | 'loan-due'
    | 'loan-collected'
    | 'loan-overdue'
    | 'loan-settled'
  >,
  format: NoticeFormat,
): NoticeWords {
  const { coin, amount } = notice.facts;
  const values = { coin, amount: format.quantity(amount) };
  const text = (variant: string, more: NoticeSentence['values'] = {}) => [
    say(`notices.${notice.kind}.${variant}`, { ...values, ...more }),
  ];
  switch (notice.kind) {
    case 'loan-decided': {
      const { decision, reason } = notice.facts;
      const why = reason === null ? [] : [say(`review.reason.loan.${reason}`)];
      return { title: titleOf(notice, decision), text: [...text(decision), ...why] };
    }
    case 'loan-paid-out':
      return { title: titleOf(notice), text: text('text', { time: format.dateTime(notice.facts.dueTime) }) };
    case 'loan-due-soon': {
      const { number, instalments, dueTime } = notice.facts;
      const more = { number, instalments, time: format.dateTime(dueTime) };
      return { title: titleOf(notice), text: text('text', more) };
    }
    case 'loan-due': {
      const { number, instalments, collected, paid, left } = notice.facts;
      const more = { number, instalments, paid: format.quantity(paid), left: format.quantity(left) };
      return { title: titleOf(notice, collected), text: text(collected, more) };
    }
    case 'loan-collected':
      return { title: titleOf(notice), text: text('text', { left: format.quantity(notice.facts.left) }) };
    case 'loan-overdue': {
      const { number, instalments, overdueRate } = notice.facts;
      return {
        title: titleOf(notice),
        text: text('text', { number, instalments, rate: format.percent(overdueRate) }),
      };
    }
    case 'loan-settled':
      return { title: titleOf(notice), text: text('text') };
  }
}

function accountWords(
  notice: Of<'identity-decided' | 'support-answered' | 'new-device' | 'factor-changed' | 'terms-changed'>,
  format: NoticeFormat,
): NoticeWords {
  switch (notice.kind) {
    case 'identity-decided': {
      const { level, decision, reason } = notice.facts;
      const why = reason === null ? [] : [say(`review.reason.kyc.${reason}`)];
      return { title: titleOf(notice, decision), text: [say(`notices.identity-decided.${level}`), ...why] };
    }
    case 'support-answered': {
      const number = String(notice.facts.number);
      return { title: titleOf(notice), text: [say('notices.support-answered.text', { number })] };
    }
    case 'new-device': {
      const { device, address } = notice.facts;
      const values = { device: device === '' ? '?' : device, address };
      return { title: titleOf(notice), text: [say('notices.new-device.text', values)] };
    }
    case 'factor-changed': {
      const { change, act } = notice.facts;
      const named = act === null ? [] : [actOf(act, format)];
      return { title: titleOf(notice, change), text: [...named, say('notices.factor-changed.text')] };
    }
    case 'terms-changed': {
      const { terms, symbol_name: name, coin, state, effectiveTime, reason } = notice.facts;
      const values = { name: name ?? coin ?? '', time: format.dateTime(effectiveTime) };
      const text = say(`notices.terms-changed.${terms}${values.name === '' ? '' : '.of'}`, values);
      return { title: titleOf(notice, state), text: [text, ...(reason === '' ? [] : [quote(reason)])] };
    }
  }
}

type ChangedAct = NonNullable<NoticeOf<'factor-changed'>['facts']['act']>;

function actOf({ name, facts }: ChangedAct, format: NoticeFormat): NoticeSentence {
  const { id, values } = actSentence({ name, facts: facts as readonly ActFact[] }, format.quantity);
  return say(id, values);
}
