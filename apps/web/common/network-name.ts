import type { Text } from '@candor/ui';

/** Networks and banks whose names are words, which each language has. All others have one name everywhere. */
const WORDS = ['practice-bank', 'practice-bitcoin', 'practice-evm'] as const;

/** Keeps a hyphen and what follows on one line: without it `ERC-20` breaks in two. */
const NO_BREAK = '\u2060';

/** Returns the name of a network, or of the bank of a payment, in the language on the page. Its hyphens do not break. */
export function networkNameOf(
  text: Text,
  { network, networkName }: { readonly network: string; readonly networkName: string },
): string {
  const named = WORDS.find((each) => each === network);
  const name = named === undefined ? networkName : text(`act.network.${named}`);
  return name.replaceAll('-', `-${NO_BREAK}`);
}
