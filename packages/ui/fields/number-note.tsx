import { Field } from '@base-ui/react/field';
import type { NumberReading } from '@candor/i18n';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { cx } from '../cx.ts';
import { useFormatters } from '../provider/use-formatters.ts';

const noteClass =
  'absolute inset-x-0 top-full z-20 mt-0.5 rounded-base border bg-float px-2 py-1 text-12 shadow-float';

export interface NumberNoteProps {
  readonly reading: NumberReading;
  readonly decimals: number;
  readonly unit: ReactNode;
  /** Takes one of two readings. */
  readonly onChoose: (value: string) => void;
}

/** Note of a number field on its text, shown over the content below it: nothing on the page moves. */
export function NumberNote({ reading, decimals, unit, onChoose }: NumberNoteProps) {
  const intl = useIntl();
  const formatters = useFormatters();
  const shown = (value: string) => {
    const places = (value.split('.')[1] ?? '').length;
    const figure = formatters.price(value, Math.max(places, Math.min(decimals, 2)));
    return typeof unit === 'string' ? `${figure} ${unit}` : figure;
  };
  if (reading.kind === 'empty') return null;
  if (reading.kind === 'number') {
    if (reading.isPlain) return null;
    return (
      <Field.Description
        className={cx(noteClass, 'figure border-line text-end text-ink-2 pointer-events-none')}
      >
        = {shown(reading.value)}
      </Field.Description>
    );
  }
  return (
    <Field.Error
      match
      className={cx(noteClass, 'flex flex-wrap items-center gap-x-2 gap-y-1 border-warn text-warn')}
    >
      <span>
        <TriangleAlert aria-hidden="true" className="me-1 inline-block size-3 align-[-1px]" strokeWidth={2} />
        {reading.kind === 'ambiguous'
          ? intl.formatMessage({ id: 'ui.number.ambiguous' })
          : intl.formatMessage(
              { id: `ui.number.${reading.problem}` },
              { mark: formatters.decimalSeparator, decimals },
            )}
      </span>
      {reading.kind === 'ambiguous' &&
        reading.readings.map((value) => (
          <button
            key={value}
            type="button"
            onClick={() => onChoose(value)}
            className="figure rounded-base border border-rule px-2 py-0.5 font-medium text-accent hover:bg-ground touch:min-h-11 touch:px-3"
          >
            {shown(value)}
          </button>
        ))}
    </Field.Error>
  );
}
