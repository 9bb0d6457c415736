import { Field } from '@base-ui/react/field';
import { type KeyboardEvent, type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { useFormatters } from '../provider/use-formatters.ts';
import { readDecimalInput, snapDecimal, stepDecimal, toDraft } from './decimal-input.ts';
import { controlClass, FieldFrame, type FieldLook } from './field-frame.tsx';

export interface NumberFieldProps extends FieldLook {
  /** A plain decimal such as "62092.6", or ''. */
  value: string;
  onValueChange: (value: string) => void;
  /** Decimals that can be typed; 0 makes it a whole number. */
  decimals: number;
  /** The step of the arrow keys (shift: ten) and of what leaves the field, as a decimal. */
  step?: string;
  min?: string;
  max?: string;
  /** The unit at the end of the field. */
  unit?: ReactNode;
  /** After the unit: a "max" button. */
  end?: ReactNode;
  placeholder?: string;
  name?: string;
  required?: boolean;
  readOnly?: boolean;
  onBlur?: () => void;
  onFocus?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** A decimal figure: typed by the house rules, shown grouped at rest, stepped with the arrow keys. */
export function NumberField({
  label,
  labelPlacement,
  description,
  error,
  disabled,
  className,
  value,
  onValueChange,
  decimals,
  step,
  min,
  max,
  unit,
  end,
  onBlur,
  onFocus,
  ...rest
}: NumberFieldProps) {
  const formatters = useFormatters();
  const [focused, setFocused] = useState(false);
  const focusedInput = useRef<HTMLInputElement | null>(null);
  // At the focus the grouped figure becomes a plain one, which loses the selection: what is typed next must replace it.
  useLayoutEffect(() => {
    if (focused) focusedInput.current?.select();
  }, [focused]);
  const [typed, setTyped] = useState({ value, draft: toDraft(value, formatters.decimalSeparator) });

  const draft = typed.value === value ? typed.draft : toDraft(value, formatters.decimalSeparator);
  const atRest = value === '' ? '' : formatters.price(value);

  const read = (raw: string) => {
    const next = readDecimalInput(raw, decimals, formatters.decimalSeparator);
    setTyped(next);
    if (next.value !== value) onValueChange(next.value);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!step || rest.readOnly || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const times = event.shiftKey ? 10 : 1;
    onValueChange(stepDecimal(value, step, event.key === 'ArrowUp' ? 1 : -1, { times, min, max }));
  };

  const leave = () => {
    setFocused(false);
    setTyped({ value: '', draft: '' });
    const snapped = step ? snapDecimal(value, step) : value;
    if (snapped !== value) onValueChange(snapped);
    onBlur?.();
  };

  return (
    <FieldFrame
      label={label}
      {...(labelPlacement ? { labelPlacement } : {})}
      description={description}
      error={error}
      disabled={disabled ?? false}
      {...(className ? { className } : {})}
      end={
        <>
          {unit && <span className="shrink-0 text-13 text-ink-3">{unit}</span>}
          {end}
        </>
      }
    >
      <Field.Control
        {...rest}
        type="text"
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        value={focused ? draft : atRest}
        onChange={(event) => read(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          focusedInput.current = event.currentTarget as HTMLInputElement;
          setFocused(true);
          onFocus?.();
        }}
        onBlur={leave}
        className={cx(
          controlClass,
          'figure',
          (labelPlacement === 'inside' || unit !== undefined) && 'text-end',
          'font-medium',
        )}
      />
    </FieldFrame>
  );
}
