import { inTurn } from '../../support/suite.ts';
import type { Size } from './browser.ts';

/** Returns both sizes of a page, and in a quick run one of them, which the commit chooses for each file of tests. */
export function sizesInTurn(file: string): readonly Size[] {
  return inTurn(`sizes of ${file}`, ['desktop', 'phone'] as const);
}
