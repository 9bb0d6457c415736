import type { Formatters } from '@candor/i18n';
import { directionClass, directionOf, useFormatters } from '@candor/ui';

/** An amount as text, with its sign also where it was won. */
export function signedText(format: Formatters, amount: string | null, decimals?: number): string {
  const text = format.quantity(amount, decimals);
  return directionOf(amount) === 'up' ? `+${text}` : text;
}

/** An amount of USDT with a sign, in the colour of its direction. */
export function SignedAmount({
  amount,
  decimals = 2,
}: {
  readonly amount: string | null;
  readonly decimals?: number;
}) {
  const format = useFormatters();
  return (
    <span className={`figure ${directionClass[directionOf(amount)]}`}>
      {signedText(format, amount, decimals)}
    </span>
  );
}
