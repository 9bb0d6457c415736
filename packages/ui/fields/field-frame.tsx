import { Field } from '@base-ui/react/field';
import { TriangleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';

/** Props of every field. */
export interface FieldLook {
  label: ReactNode;
  /** above: over the field; inside: at the start of it, for dense forms of figures; hidden: spoken only. */
  labelPlacement?: 'above' | 'inside' | 'hidden';
  description?: ReactNode;
  /** Error, and what to do; marks the field as invalid. Takes the description's place, so that nothing moves. */
  error?: ReactNode;
  /** Marks the field as invalid where something else on the page says why. */
  marked?: boolean;
  disabled?: boolean;
  className?: string;
}

export const controlClass =
  'h-full min-w-0 flex-1 bg-transparent text-14 text-ink outline-none touch:text-16 disabled:text-ink-3';

/** The frame of a field: label, outline, control, unit, description or error. */
export function FieldFrame({
  label,
  labelPlacement = 'above',
  description,
  error,
  marked = false,
  disabled = false,
  className,
  lead,
  end,
  note,
  refused = false,
  isTall = false,
  children,
}: FieldLook & {
  lead?: ReactNode;
  end?: ReactNode;
  /** Floats below the outline. */
  note?: ReactNode;
  /** The field refuses its own text, and the note says why. */
  refused?: boolean;
  /** The control has a height of its own. */
  isTall?: boolean;
  children: ReactElement;
}) {
  const failed = error !== undefined && error !== null && error !== false;
  const invalid = failed || refused || marked;
  return (
    <Field.Root invalid={invalid} disabled={disabled} className={cx('flex flex-col gap-1', className)}>
      {labelPlacement !== 'inside' && (
        <Field.Label className={labelPlacement === 'hidden' ? 'sr-only' : 'text-13 font-medium text-ink-2'}>
          {label}
        </Field.Label>
      )}
      <div
        data-target=""
        className={cx(
          'relative flex items-center gap-2 rounded-base border px-3 transition-colors',
          !isTall && 'h-10 touch:h-12',
          disabled
            ? 'border-line bg-ground'
            : 'bg-paper focus-within:border-accent focus-within:shadow-[inset_0_0_0_1px_var(--accent)]',
          !disabled && (invalid ? 'border-warn' : 'border-rule border-b-edge hover:border-edge'),
        )}
      >
        {labelPlacement === 'inside' && (
          <Field.Label className="shrink-0 cursor-text text-13 text-ink-2">{label}</Field.Label>
        )}
        {lead}
        {children}
        {end}
        {note}
      </div>
      {description && !failed && (
        <Field.Description className="text-12 text-ink-3">{description}</Field.Description>
      )}
      <Field.Error match={failed} className="flex items-start gap-1 text-12 text-warn">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" strokeWidth={2} />
        <span className="min-w-0">{error}</span>
      </Field.Error>
    </Field.Root>
  );
}
