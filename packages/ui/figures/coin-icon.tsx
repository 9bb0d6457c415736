import { cx } from '../cx.ts';
import { coinMarks } from './coin-marks.ts';

const sizes = {
  small: { disc: 'size-5 text-12', mark: 'size-4' },
  medium: { disc: 'size-6 text-12', mark: 'size-5' },
  large: { disc: 'size-8 text-14', mark: 'size-6.5' },
} as const;

/** A coin's mark in one ink on a disc; the first letter where we have no mark. The coin's name stands beside it. */
export function CoinIcon({ coin, size = 'medium' }: { coin: string; size?: keyof typeof sizes }) {
  const marks = coinMarks[coin.toUpperCase()];
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-full border bg-ground font-semibold text-ink-2',
        sizes[size].disc,
      )}
    >
      {marks ? (
        <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className={sizes[size].mark}>
          {marks.map((mark) => (
            <path key={mark.d} d={mark.d} fillRule={mark.fillRule} clipRule={mark.fillRule} />
          ))}
        </svg>
      ) : (
        coin.slice(0, 1).toUpperCase()
      )}
    </span>
  );
}
