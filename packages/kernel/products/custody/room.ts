import type { ProductPart } from '../../product.ts';
import type { State } from '../../state.ts';
import type { WithdrawalGuard, WithdrawalOwner } from '../../withdrawal-desk.ts';
import type { CustodyBooks } from './books.ts';

/** The parts that custody's commands work with. */
export interface CustodyRoom {
  readonly state: State;
  readonly books: CustodyBooks;
  /** Products that may need funds in a wallet without holding them. */
  readonly products: readonly ProductPart[];
  /** True while custody of an asset is short on its chains. */
  readonly isShort: (assetId: number) => boolean;
  /** The product that takes back what is not paid of its own withdrawals; null without one. */
  readonly owner: () => WithdrawalOwner | null;
  /** The product that keeps value in the house for a time; null without one. */
  readonly guard: () => WithdrawalGuard | null;
}
