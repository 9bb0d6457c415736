import { networkName } from '@candor/i18n';
import type { Text } from './use-text.ts';

/** Keeps a hyphen and what follows on one line: without it `ERC-20` breaks in two. */
const NO_BREAK = '\u2060';

/** Returns the name of a network or of a bank by its code, in the language on the page. Its hyphens do not break. */
export const networkNameOf = (text: Text, code: string): string =>
  networkName(text, code).replaceAll('-', `-${NO_BREAK}`);
