/** Words that traders write the same everywhere: codes, units, order terms, our name. */
const internationalWords = new Set(
  'Candor USDT BTC ETH BNB API GTC IOC FOK OCO TP SL ID KYC VIP CSV PNG JPEG SMS USD ms h min MA EMA RSI MACD BOLL VOL DeFi OTC'.split(
    ' ',
  ),
);

/** True when a text has only words that are the same in every language. */
export function isInternational(english: string): boolean {
  const words = english
    .replace(/\{[^{}]*\}|<[^>]*>/g, ' ')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  return words.every((word) => internationalWords.has(word));
}
