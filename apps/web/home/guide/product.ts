import type { Formatters } from '@candor/i18n';
import type { Text } from '@candor/ui';
import type { EarnProduct } from '../../earn/product.ts';

/** A computed figure: terms with the signs between them. */
export interface Formula {
  readonly label: string;
  readonly terms: readonly string[];
  readonly signs: readonly string[];
}

export interface Product {
  readonly name: string;
  /** Address at which it is used. */
  readonly to:
    | { readonly to: '/trade/index'; readonly search: object }
    | { readonly to: '/assets/index'; readonly search: { readonly key: 'swap' } }
    | EarnProduct['offersAt']
    | { readonly to: '/loan/index' | '/defis/index' | '/account/center/reward-center' };
  readonly line: string;
  readonly cost: string;
  readonly wrong: string;
  /** Empty until the prices and rates are there. */
  readonly formulas: readonly Formula[];
}

/** Tools that write the words and figures of a product. */
export interface Writing {
  readonly format: Formatters;
  readonly text: Text;
  percent(value: string): string;
  usdt(value: string): string;
}

/** Returns a computed figure. */
export const formula = (label: string, terms: readonly string[], signs: readonly string[]): Formula => ({
  label,
  terms,
  signs,
});
