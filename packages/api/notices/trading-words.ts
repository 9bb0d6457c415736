/** Sentences of notices about orders, positions and prices. */
import {
  type NoticeFormat,
  type NoticeSentence,
  type NoticeWords,
  type Of,
  say,
  titleOf,
} from './sentences.ts';

function fillOf(
  { facts }: Of<'order-filled' | 'order-fired' | 'order-ended'>,
  format: NoticeFormat,
  isPart: boolean,
): readonly NoticeSentence[] {
  const {
    product,
    symbol_name: name,
    side,
    coin,
    quoteCoin: quoteOf,
    filled,
    quantity,
    price,
    result,
  } = facts;
  if (price === null) return [say('notices.order.none', { name })];
  const part = isPart && quantity !== null ? '.part' : '';
  const whole = quantity ?? filled;
  const counted =
    product === 'contract'
      ? { count: Number(part === '' ? filled : whole), filled: format.quantity(filled) }
      : { filled: format.quantity(filled), quantity: format.quantity(whole) };
  const values = { name, side, coin, quote: quoteOf, price: format.price(price), ...counted };
  const fill = say(`notices.order.${product}${part}`, values);
  return result === null ? [fill] : [fill, resultOf(result, quoteOf, format)];
}

const resultOf = (result: string, coin: string, format: NoticeFormat): NoticeSentence =>
  say('notices.result', { amount: format.difference(result), coin });

/** Words of an order that filled, fired or ended. */
export function orderWords(
  notice: Of<'order-filled' | 'order-fired' | 'order-ended'>,
  format: NoticeFormat,
): NoticeWords {
  if (notice.kind === 'order-filled') {
    const { whole } = notice.facts;
    return { title: titleOf(notice, whole ? '' : 'part'), text: fillOf(notice, format, !whole) };
  }
  const { symbol_name: name, rejectKey } = notice.facts;
  const refused = rejectKey === null ? [] : [say(`error.${rejectKey}`)];
  if (notice.kind === 'order-ended') {
    const why = say(`notices.order-ended.${notice.facts.reason}`, { name });
    return { title: titleOf(notice), text: [why, ...refused, ...fillOf(notice, format, true)] };
  }
  const { trigger, triggerPrice, firedPrice, outcome } = notice.facts;
  const at =
    firedPrice === null || triggerPrice === null
      ? []
      : [
          say('notices.order-fired.at', {
            name,
            price: format.price(firedPrice),
            trigger: format.price(triggerPrice),
          }),
        ];
  const becomes =
    outcome === 'placed' || outcome === 'refused' || outcome === 'kept'
      ? [say(`notices.order-fired.${outcome}`, { name })]
      : [];
  const fill =
    outcome === 'placed' || outcome === 'refused' ? [] : fillOf(notice, format, outcome !== 'filled');
  return { title: titleOf(notice, trigger), text: [...at, ...fill, ...becomes, ...refused] };
}

/** Words of what settles by itself, and of price alerts. */
export function tradingWords(
  notice: Of<'second-settled' | 'funding-paid' | 'price-alert'>,
  format: NoticeFormat,
): NoticeWords {
  if (notice.kind === 'second-settled') {
    const { symbol_name: name, direction, result, paid, profit, stake, coin } = notice.facts;
    const values = {
      name,
      direction,
      coin,
      paid: format.quantity(paid),
      profit: format.difference(profit),
      stake: format.quantity(stake),
    };
    return { title: titleOf(notice, result), text: [say(`notices.second-settled.${result}`, values)] };
  }
  if (notice.kind === 'funding-paid') {
    const { symbol_name: name, amount, coin, rate, positionSide: side } = notice.facts;
    const values = { name, side, coin, amount: format.difference(amount), rate: format.percent(rate) };
    return {
      title: titleOf(notice, amount.startsWith('-') ? 'paid' : 'received'),
      text: [say('notices.funding-paid.text', values)],
    };
  }
  const { symbol_name: name, condition, threshold, price, windowMinutes } = notice.facts;
  const limit = condition === 'percent' ? format.difference(threshold) : format.price(threshold);
  const values = { name, price: format.price(price), threshold: limit, minutes: windowMinutes ?? 0 };
  return { title: titleOf(notice), text: [say(`notices.price-alert.${condition}`, values)] };
}

function closedOf(
  notice: Of<'liquidation' | 'deleveraging'>,
  format: NoticeFormat,
): readonly NoticeSentence[] {
  const { symbol_name: name, positionSide: side, quantity, left, price, result, coin } = notice.facts;
  const values = { name, side, coin, count: Number(quantity), left: Number(left) };
  return [
    say(`notices.closed${price === null ? '.none' : ''}`, { ...values, price: format.price(price) }),
    ...(left === '0' ? [] : [say('notices.closed.left', values)]),
    ...(result === null ? [] : [resultOf(result, coin, format)]),
  ];
}

/** Words of warnings and of positions that are closed for their owner. */
export function riskWords(
  notice: Of<'margin-warning' | 'liquidation' | 'deleveraging' | 'margin-call' | 'forced-sale'>,
  format: NoticeFormat,
): NoticeWords {
  switch (notice.kind) {
    case 'margin-warning': {
      const { symbol_name: name, marginRatio } = notice.facts;
      const ratio = format.percent(marginRatio);
      const text =
        name === null
          ? say('notices.margin-warning.cross', { ratio })
          : say('notices.margin-warning.text', { name, ratio });
      return { title: titleOf(notice), text: [text] };
    }
    case 'liquidation': {
      const { fee, coin } = notice.facts;
      const charged = say('notices.liquidation.fee', { fee: format.quantity(fee), coin });
      return {
        title: titleOf(notice),
        text: [...closedOf(notice, format), charged, say('notices.receipt')],
      };
    }
    case 'deleveraging':
      return {
        title: titleOf(notice),
        text: [say('notices.deleveraging.text'), ...closedOf(notice, format), say('notices.receipt')],
      };
    case 'margin-call': {
      const { symbol_name: name, riskRate, callRisk, liquidationRisk } = notice.facts;
      const values = {
        risk: format.quantity(riskRate),
        call: format.quantity(callRisk),
        liquidation: format.quantity(liquidationRisk),
      };
      const text =
        name === null
          ? say('notices.margin-call.cross', values)
          : say('notices.margin-call.text', { ...values, name });
      return { title: titleOf(notice), text: [text] };
    }
    case 'forced-sale': {
      const { symbol_name: name, over } = notice.facts;
      const state = over ? 'over' : 'selling';
      const text =
        name === null
          ? say(`notices.forced-sale.${state}.cross`)
          : say(`notices.forced-sale.${state}`, { name });
      return { title: titleOf(notice, state), text: [text, say('notices.receipt')] };
    }
  }
}
