import type { Locale } from './locales.ts';

/** Words that traders write the same everywhere: codes, units, order terms, our name. */
const internationalWords = new Set(
  'Candor USDT BTC ETH BNB API GTC IOC FOK OCO TP SL ID KYC PNG JPEG SMS USD ms h min MA EMA RSI MACD BOLL VOL DeFi OTC'.split(
    ' ',
  ),
);

/** Messages that a language rightly says with the English word. */
const sameWord: Readonly<Record<string, readonly Locale[]>> = {};

/** Whether a message may stand in a language exactly as in English. */
export function mayEqualEnglish(locale: Locale, id: string, english: string): boolean {
  const words = english
    .replace(/\{[^{}]*\}|<[^>]*>/g, ' ')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  return words.every((word) => internationalWords.has(word)) || (sameWord[id]?.includes(locale) ?? false);
}
