import { decimalOf } from '@candor/i18n';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import type { ReactNode } from 'react';
import type { Draft } from '../draft/draft.ts';
import type { MarginOrder } from './use-place-order.ts';

const AMOUNT_DECIMALS = 8;

/** The margin account that the form writes orders of. */
export interface MarginFunds extends MarginOrder {
  readonly available: { readonly base: string; readonly quote: string } | null;
  /** Amount that the order may borrow beyond the available one, of the coin that it pays with. */
  readonly canBorrow: string;
  /** Interest an hour on what is borrowed, in percent; null where the order may not borrow or it is not known yet. */
  readonly hourlyPercent: string | null;
  readonly choiceOfEffect: ReactNode;
  /** A warning about the account's margin level, in words; null where it has none. */
  readonly warning: string | null;
}

/** Returns the amounts that an order can pay with: in a margin account including what it may borrow. */
export function spendable({ available, canBorrow }: MarginFunds, side: Draft['side']) {
  if (available === null) return null;
  return side === 'buy'
    ? { ...available, quote: sum(available.quote, canBorrow) }
    : { ...available, base: sum(available.base, canBorrow) };
}

const units = (text: string) => parseDecimal(text, AMOUNT_DECIMALS) ?? 0n;

function sum(left: string, right: string): string {
  return formatDecimalTrimmed(units(left) + units(right), AMOUNT_DECIMALS);
}

/** Returns how much of what the order pays is borrowed: all that the account does not have itself. */
export function borrowedFor({ available, hourlyPercent }: MarginFunds, draft: Draft): string | null {
  if (hourlyPercent === null || available === null) return null;
  const [paid, own] =
    draft.side === 'buy' ? [draft.total, available.quote] : [draft.quantity, available.base];
  const missing = units(decimalOf(paid)) - units(own);
  return missing > 0n ? formatDecimalTrimmed(missing, AMOUNT_DECIMALS) : null;
}
