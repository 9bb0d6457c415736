import { decimalsOf, type MessageId } from '@candor/i18n';
import { useFormatters } from '../provider/use-formatters.ts';
import { useText } from '../provider/use-text.ts';

/** The names of values that have words. */
type FieldOf<Id> = Id extends `notice.field.${infer Field}` ? Field : never;

/** A published value: what it is of, its unit, and the tier that it belongs to. */
export interface PublishedValue {
  readonly field: FieldOf<MessageId>;
  readonly unit: 'percent' | 'coin' | 'base' | 'number' | 'leverage' | 'yes';
  readonly tier: number | null;
}

/** A value that changes; null where there is none. */
export interface Difference extends PublishedValue {
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns functions that write a published value, and its name. Their words are those of the room `notice`. */
export function usePublishedValues(coin: string) {
  const text = useText();
  const format = useFormatters();
  return {
    nameOf({ field, tier }: PublishedValue): string {
      const name = text(`notice.field.${field}`);
      return tier === null ? name : `${text('notice.tier', { number: tier })} · ${name}`;
    },
    shown({ unit }: PublishedValue, value: string | null): string {
      if (value === null) return '–';
      switch (unit) {
        case 'percent':
          return format.percent(value, decimalsOf(value));
        case 'coin':
          return `${format.quantity(value)} ${coin}`;
        case 'leverage':
          return `${value}×`;
        case 'yes':
          return text(value === 'true' ? 'notice.yes' : 'notice.no');
        default:
          return format.quantity(value);
      }
    },
  };
}

export interface DifferencesProps {
  /** The coin of the amounts. */
  readonly coin: string;
  readonly rows: readonly Difference[];
}

/** Lists changed values: each with the value that stands and the one that comes. */
export function Differences({ coin, rows }: DifferencesProps) {
  const text = useText();
  const { nameOf, shown } = usePublishedValues(coin);
  return (
    <ul className="flex flex-col gap-0.5">
      {rows.map((row) => (
        <li key={`${row.tier ?? 0} ${row.field}`} className="wrap-anywhere">
          <span className="text-ink-2">{nameOf(row)}: </span>
          {row.before !== null && (
            <>
              <span className="sr-only">{text('notice.before')} </span>
              <del className="figure text-ink-3 decoration-1">{shown(row, row.before)}</del>
              <span aria-hidden="true"> → </span>
            </>
          )}
          <span className="sr-only">{text('notice.after')} </span>
          <ins className="figure no-underline">{shown(row, row.after)}</ins>
        </li>
      ))}
    </ul>
  );
}
