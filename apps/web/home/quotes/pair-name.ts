const BASE_LETTERS = 3;

/** The two parts of a pair in words, from the browser's own names of currencies: "Euro / US dollar"; gold has one too. */
export function pairName(languageTag: string, coin: string): string {
  const names = new Intl.DisplayNames(languageTag, { type: 'currency', fallback: 'code' });
  const parts = [coin.slice(0, BASE_LETTERS), coin.slice(BASE_LETTERS)].map((code) => {
    try {
      return names.of(code.toUpperCase()) ?? code;
    } catch {
      return code;
    }
  });
  return parts.join(' / ');
}
