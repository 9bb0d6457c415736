import type { SecondsChangeRow } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { ChangeList, type PublishedChange } from '../common/change-list.tsx';
import { periodText } from '../common/period-text.ts';
import { useSecondsChanges } from './use-seconds.ts';

type Value = SecondsChangeRow['after'];

/** Returns a function that writes a set value as one line of text. */
function useValueText() {
  const intl = useIntl();
  const format = useFormatters();
  return (value: Value, coin: string | null): string => {
    if (value === null) return '–';
    if (value.state !== null) return intl.formatMessage({ id: `seconds.changes.state.${value.state}` });
    if (value.terms !== null) {
      const { minQuantity, maxQuantity, periods } = value.terms;
      const rates = periods.map(
        ({ periodSeconds, payoutPercent }) =>
          `${periodText(intl, periodSeconds)} ${format.percent(payoutPercent)}`,
      );
      const range = `${format.count(minQuantity)}–${format.count(maxQuantity)} ${coin ?? ''}`;
      return [...rates, range].join(' · ');
    }
    if (value.amount === null) return intl.formatMessage({ id: 'seconds.limits.none' });
    return `${format.quantity(value.amount)} ${coin ?? ''}`;
  };
}

/** The operators' changes, newest first, each with the reason that they gave. */
export function SecondsChanges() {
  const { query, rows } = useSecondsChanges();
  const text = useText();
  const valueText = useValueText();
  const read = ({ symbol_name, what, coin, before, after, ...row }: SecondsChangeRow): PublishedChange => {
    const kind = text(`seconds.changes.${what}`);
    return {
      ...row,
      title: symbol_name === null ? kind : `${symbol_name} · ${kind}`,
      values: `${valueText(before, coin)} → ${valueText(after, coin)}`,
    };
  };
  const title = text('seconds.changes.title');
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-14 font-semibold">{title}</h2>
      <p className="text-13 text-ink-2">{text('seconds.changes.text')}</p>
      <ChangeList label={title} query={query} changes={rows?.map(read) ?? null} />
    </section>
  );
}
