import type { Locale } from '@candor/i18n';

/** Words of one language, as patterns without regard to case. */
interface PaymentWords {
  /** Money that a fraud asks for before a payout: fees, deposits, guarantees, anything in advance. */
  readonly fee: string;
  /** Words for paying, which texts on repaying may have. */
  readonly pay: string;
  /** Words that deny: a sentence that has one may name a fee. */
  readonly denial: string;
}

/** A word, where the language's letters end it: `\b` knows Latin letters without accents alone. */
const word = (pattern: string) => `(?<!\\p{L})(?:${pattern})(?!\\p{L})`;

const WORDS: Readonly<Record<Locale, PaymentWords>> = {
  en: {
    fee: `${word('fees?')}|deposit|prepay|prepaid|top up|in advance|upfront|guarantee|insur|${word('tax(es)?')}|collateral|commission|unlock|activat`,
    pay: `${word('pay|costs?|transfer|send us')}`,
    denial: word('no|not|nothing|nobody|none|never|without|\\w+n’t'),
  },
  de: {
    fee: 'gebühr|provision|einzahl|vorauszahl|vorkasse|kaution|anzahlung|überweis|auflad|steuer|bürgschaft|versicher|freischalt|sicherheit|im voraus',
    pay: `${word('zahlen sie|zu zahlen|bezahlen|zahlen müssen|nichts zahlen')}|kosten`,
    denial: word('kein\\p{L}*|nicht|nichts|niemand|nie|ohne'),
  },
  es: {
    fee: `comisi|depósit|deposit|adelant|anticip|fianza|transfier|recarg|impuesto|garant|${word('seguro')}|desbloque`,
    pay: `${word('pague|pagar|(?<!se )paga|abone')}`,
    denial: word('no|nada|nadie|ning\\p{L}+|nunca|sin|ni'),
  },
  fr: {
    fee: 'frais|dépôt|dépos|acompte|avance|caution|virement|recharg|taxe|impôt|garantie|assurance|débloqu|commission',
    pay: `${word('payez|payer|verser|réglez')}`,
    denial: `${word('ne|rien|personne|aucune?|jamais|sans|pas|ni')}|(?<!\\p{L})n’`,
  },
  it: {
    fee: `commission|deposit|versa|anticip|cauzione|bonific|ricaric|${word('tass[ae]|impost[ae]')}|garanzia|assicura|sblocc`,
    pay: `${word('paga|pagare')}`,
    denial: word('non|niente|nulla|nessun\\p{L}*|mai|senza|né'),
  },
  ja: {
    fee: '手数料|入金|前払|前金|保証金|振り?込|チャージ|税|費用|担保|保険',
    pay: '支払|払っ|払う',
    denial: 'ない|ません|なし|なく|かからず',
  },
  ko: {
    fee: '수수료|입금|선납|선불|보증금|송금|충전|세금|비용|담보|보험',
    pay: '납부하|내세요|내야|지불|결제|돈을 요구',
    denial: '없|않|안 ',
  },
  pt: {
    fee: `${word('taxas?(?! (ao|anual|diária|normal|de mora))')}|tarifa|comiss|depósit|deposit|adiant|antecip|caução|transfir|recarg|imposto|garantia|${word('seguro')}|desbloque`,
    pay: `${word('pague|pagar|paga')}`,
    denial: word('não|nada|ningu\\p{L}+|nenhum\\p{L}*|nunca|sem|nem'),
  },
  ru: {
    fee: 'комисси|пополн|депозит|предоплат|аванс|залог|перевед|налог|обеспечен|страхов|разблок',
    pay: 'внести|внесите|оплат|заплат|платит|требует от вас платежа|требовать платежа',
    denial: word('не|нет|ни|никто|никакое|ничего|без|не вправе'),
  },
  th: {
    fee: 'ค่าธรรมเนียม|ฝากเงิน|ล่วงหน้า|มัดจำ|โอนเงิน|(?<!Candor )เติมเงิน|ภาษี|ค่าใช้จ่าย|หลักประกัน|ค้ำประกัน|ประกันภัย',
    pay: 'จ่าย(?!เงินกู้)|ชำระเงิน',
    denial: 'ไม่',
  },
  tw: {
    fee: '手續費|費用|入金|儲值|預付|保證金|押金|轉帳|稅|擔保|抵押|保險',
    pay: '付款|支付|繳',
    denial: '不|免|無|未|沒',
  },
  vi: {
    fee: `${word('phí')}|nạp|trả trước|ứng trước|đặt cọc|chuyển khoản|chuyển tiền|${word('thuế')}|thế chấp|bảo lãnh|bảo hiểm|mở khóa`,
    pay: 'thanh toán|đóng tiền|trả tiền|trả gì',
    denial: word('không|chưa|miễn'),
  },
  zh: {
    fee: '手续费|费用|充值|充币|预付|保证金|押金|转账|税|担保|抵押|保险',
    pay: '付款|支付|缴',
    denial: '不|免|无|未|没',
  },
};

/** A sentence of each language that asks for money before a payout. */
export const ASKED_FIRST: Readonly<Record<Locale, string>> = {
  en: 'Pay a fee of 20 USDT first',
  de: 'Zahlen Sie zuerst eine Gebühr von 20 USDT',
  es: 'Pague primero una comisión de 20 USDT',
  fr: 'Payez d’abord des frais de 20 USDT',
  it: 'Paga prima una commissione di 20 USDT',
  ja: '先に20 USDTの手数料を支払ってください',
  ko: '먼저 20 USDT의 수수료를 내세요',
  pt: 'Pague primeiro uma taxa de 20 USDT',
  ru: 'Сначала внесите комиссию 20 USDT',
  th: 'โปรดจ่ายค่าธรรมเนียม 20 USDT ก่อน',
  tw: '請先支付 20 USDT 手續費',
  vi: 'Hãy thanh toán phí 20 USDT trước',
  zh: '请先支付 20 USDT 手续费',
};

const SENTENCE_ENDS = /[.;:!?。！？；：]+/;

/**
 * Returns the sentences of a text that ask for money: those that name a fee or a payment and deny none. Where a text
 * may speak of paying back, fees alone are looked for.
 */
export function askedPayments(locale: Locale, text: string, mayRepay = false): string[] {
  const { fee, pay, denial } = WORDS[locale];
  const asks = new RegExp(mayRepay ? fee : `${fee}|${pay}`, 'iu');
  const denies = new RegExp(denial, 'iu');
  return text.split(SENTENCE_ENDS).filter((sentence) => asks.test(sentence) && !denies.test(sentence));
}
