import type { Text } from '@candor/ui';

/** Networks and banks whose names are words, which each language has. All others have one name everywhere. */
const WORDS = ['practice-bank', 'practice-bitcoin', 'practice-evm'] as const;

/** Returns the name of a network, or of the bank of a payment, in the language on the page. */
export function networkNameOf(
  text: Text,
  { network, networkName }: { readonly network: string; readonly networkName: string },
): string {
  const named = WORDS.find((each) => each === network);
  return named === undefined ? networkName : text(`deposit.network.${named}`);
}
