import type { Locale } from './locales.ts';

/** Words that traders write the same everywhere: codes, units, order terms, our name. */
const internationalWords = new Set(
  'Candor USDT BTC ETH BNB API GTC IOC FOK OCO TP SL ID KYC PNG JPEG SMS USD ms h min MA EMA RSI MACD BOLL VOL DeFi OTC'.split(
    ' ',
  ),
);

/** Messages that a language rightly says with the English word. */
const sameWord: Readonly<Record<string, readonly Locale[]>> = {
  'assets.coin': ['vi', 'de'],
  'assets.coins': ['de'],
  'auth.field.email': ['vi'],
  'auth.field.newPassword': ['it'],
  'auth.field.password': ['it'],
  'auth.kind.account': ['it'],
  'auth.kind.email': ['vi'],
  'bottomBar.home': ['it'],
  'console.dashboard.index': ['de'],
  'console.dashboard.journal': ['fr', 'de'],
  'console.dashboard.kernel': ['de'],
  'console.dashboard.note': ['fr'],
  'console.dashboard.version': ['fr', 'de'],
  'console.index.tick': ['pt', 'es', 'fr', 'de', 'it'],
  'console.ledger.coin': ['vi', 'de'],
  'console.log.hash': ['de'],
  'console.log.operator': ['de'],
  'console.login.name': ['de'],
  'console.login.password': ['it'],
  'console.symbols.kind.spot': ['de', 'it'],
  'footer.links': ['pt', 'de'],
  'home.tab.gold': ['de'],
  'markets.state.post-only': ['pt', 'vi', 'es', 'fr', 'ru', 'it'],
  'menu.home': ['it'],
  'menu.spot': ['de', 'it'],
  'menu.staking': ['pt', 'vi', 'es', 'fr', 'de', 'it'],
  'quotes.tab.spot': ['de', 'it'],
  'shell.account': ['it'],
  'shell.menu': ['pt', 'vi', 'fr', 'it'],
  'trade.assets.coin': ['vi', 'de'],
  'trade.book.spread': ['pt', 'de', 'it'],
  'trade.book.title': ['it'],
  'trade.contract.funding': ['de'],
  'trade.contract.margin': ['de'],
  'trade.contract.margin.adjust': ['de'],
  'trade.contract.mark': ['de', 'fr', 'it'],
  'trade.contract.mode.cross': ['de'],
  'trade.contract.openInterest': ['it'],
  'trade.contract.perpetual': ['de'],
  'trade.contract.positions': ['fr'],
  'trade.contract.receipt.no': ['es', 'it'],
  'trade.contract.settlement.deleveraging': ['de', 'it'],
  'trade.contract.settlement.funding': ['de', 'it'],
  'trade.contract.settlement.liquidation': ['de', 'fr'],
  'trade.contract.side.long': ['de', 'fr', 'it', 'vi'],
  'trade.contract.side.short': ['de', 'fr', 'it', 'vi'],
  'trade.contract.stop.loss': ['es', 'fr', 'it'],
  'trade.form.label': ['de'],
  'trade.form.limit': ['de'],
  'trade.form.market': ['de'],
  'trade.form.total': ['pt', 'es', 'fr'],
  'trade.margin.cross': ['de'],
  'trade.margin.kind.call': ['it'],
  'trade.margin.most': ['it'],
  'trade.margin.receipt.indexAt': ['de'],
  'trade.margin.standing.call': ['it'],
  'trade.orders.actions': ['fr'],
  'trade.orders.status': ['pt', 'de'],
  'trade.orders.title': ['de'],
  'trade.role.maker': ['pt', 'vi', 'es', 'fr', 'it'],
  'trade.role.taker': ['pt', 'vi', 'es', 'fr', 'it'],
  'trade.stat.index': ['de'],
  'trade.tape.title': ['de'],
  'ui.connection.live': ['de'],
  'ui.connection.offline': ['de'],
  'ui.messages': ['fr'],
  'ui.notifications': ['fr'],
};

/** Whether a message may stand in a language exactly as in English. */
export function mayEqualEnglish(locale: Locale, id: string, english: string): boolean {
  const words = english
    .replace(/\{[^{}]*\}|<[^>]*>/g, ' ')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  return words.every((word) => internationalWords.has(word)) || (sameWord[id]?.includes(locale) ?? false);
}
