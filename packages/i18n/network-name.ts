/** Networks and banks whose names are words: each language has its own. */
const WORDS = ['practice-bank', 'practice-bitcoin', 'practice-evm'] as const;
/** Names that are the same in every language. */
const NAMES: ReadonlyMap<string, string> = new Map([['ethereum', 'Ethereum (ERC-20)']]);

/** The id of the name of a network or of a bank. */
export type NetworkNameId = `ui.network.${(typeof WORDS)[number]}`;

/** Returns the name of a network or of a bank by its code; the code itself where it is not known. */
export function networkName(say: (id: NetworkNameId) => string, code: string): string {
  const named = WORDS.find((each) => each === code);
  return named === undefined ? (NAMES.get(code) ?? code) : say(`ui.network.${named}`);
}
