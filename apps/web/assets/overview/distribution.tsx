import type { BalanceRow } from '@candor/api';
import { cx, useFormatters, useText } from '@candor/ui';

/** Shades of one colour: no more than five parts are told apart. */
const SHADES = ['opacity-100', 'opacity-75', 'opacity-55', 'opacity-40', 'opacity-25'] as const;
const MOST_PARTS = SHADES.length;

interface Part {
  readonly name: string;
  readonly share: number;
}

/** The coins by value, largest first; the smaller ones are one part. For drawing, so numbers will do. */
export function partsOf(rows: readonly BalanceRow[], others: string): Part[] {
  const valued = rows
    .map(({ coin, valueUsdt }) => ({ name: coin, value: Number(valueUsdt ?? 0) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
  const total = valued.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) return [];
  const named = valued.length > MOST_PARTS ? valued.slice(0, MOST_PARTS - 1) : valued;
  const parts = named.map(({ name, value }) => ({ name, share: value / total }));
  const rest = 1 - parts.reduce((sum, { share }) => sum + share, 0);
  return valued.length > named.length ? [...parts, { name: others, share: rest }] : parts;
}

/** Spread of the value over the coins: a bar, and the same in words. */
export function Distribution({ rows }: { readonly rows: readonly BalanceRow[] }) {
  const text = useText();
  const format = useFormatters();
  const parts = partsOf(rows, text('assets.distribution.others'));
  if (parts.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-16 font-semibold">{text('assets.distribution')}</h2>
      <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-small text-accent">
        {parts.map(({ name, share }, at) => (
          <span key={name} className={cx('bg-current', SHADES[at])} style={{ width: `${share * 100}%` }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-13">
        {parts.map(({ name, share }, at) => (
          <li key={name} className="flex items-center gap-2">
            <span aria-hidden="true" className={cx('size-2.5 rounded-small bg-accent', SHADES[at])} />
            {name} <span className="figure text-ink-2">{format.percent((share * 100).toFixed(2))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
