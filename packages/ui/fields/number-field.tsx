import { Field } from '@base-ui/react/field';
import {
  isRefusedNumber,
  type NumberReading,
  RefusedNumber,
  readNumber,
  type TypedNumber,
} from '@candor/i18n';
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../cx.ts';
import { useFormatters } from '../provider/use-formatters.ts';
import { snapDecimal, stepDecimal } from './decimal-steps.ts';
import { controlClass, FieldFrame, type FieldLook } from './field-frame.tsx';
import { NumberNote } from './number-note.tsx';

export interface NumberFieldProps extends FieldLook {
  value: TypedNumber;
  onValueChange: (value: TypedNumber) => void;
  /** Decimals that are kept, further ones are cut; 0 makes it a whole number. */
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

/**
 * A decimal figure: read by the rules of the page's language, shown grouped at rest, stepped with the arrow keys. The
 * text is never rewritten while it is typed; what it means is shown below it where it does not say so itself, and
 * what is unclear or no number is refused there: the value is then a `RefusedNumber`.
 */
export function NumberField({
  label,
  labelPlacement,
  description,
  error,
  marked = false,
  className,
  unit,
  end,
  ...figure
}: NumberFieldProps) {
  const { disabled, decimals, onValueChange } = figure;
  const { reading, isNoted, control } = useTypedNumber(figure, unit);
  return (
    <FieldFrame
      label={label}
      {...(labelPlacement ? { labelPlacement } : {})}
      description={description}
      error={error}
      marked={marked}
      refused={isNoted && reading.kind !== 'number' && reading.kind !== 'empty'}
      note={
        isNoted && <NumberNote reading={reading} decimals={decimals} unit={unit} onChoose={onValueChange} />
      }
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
        {...control}
        type="text"
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
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

/** Returns the reading of what is typed, whether it is told below the field, and the props of the input. */
function useTypedNumber(
  {
    disabled,
    value,
    onValueChange,
    decimals,
    step,
    min,
    max,
    onBlur,
    onFocus,
    ...rest
  }: Omit<NumberFieldProps, Exclude<keyof FieldLook, 'disabled'> | 'unit' | 'end'>,
  unit: ReactNode,
) {
  const formatters = useFormatters();
  const [focused, setFocused] = useState(false);
  const [isSettled, setSettled] = useState(true);
  const focusedInput = useRef<HTMLInputElement | null>(null);
  // At the focus the grouped figure becomes a plain one, which loses the selection: what is typed next must replace it.
  useLayoutEffect(() => {
    if (focused) focusedInput.current?.select();
  }, [focused]);
  const plainText = isRefusedNumber(value) ? value.text : value.replace('.', formatters.decimalSeparator);
  const [typed, setTyped] = useState({ value, text: plainText });

  const text = typed.value === value ? typed.text : plainText;
  const atRest = value === '' ? '' : isRefusedNumber(value) ? value.text : formatters.price(value);
  const options = { decimals, unit: typeof unit === 'string' ? unit : undefined };
  const reading = readNumber(text, formatters.locale, options);
  const isPending = focused && !isSettled && 'isOpen' in reading && reading.isOpen;
  const isNoted = reading.kind === 'number' ? focused : !isPending && !disabled;

  const change = (next: TypedNumber) => {
    if (next !== value) onValueChange(next);
  };
  const read = (raw: string) => {
    const next = handedOn(readNumber(raw, formatters.locale, options), raw, decimals);
    setTyped({ value: next, text: raw });
    setSettled(false);
    change(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') setSettled(true);
    if (rest.readOnly) return;
    if (event.code === 'NumpadDecimal' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      read(typeInto(event.currentTarget, formatters.decimalSeparator));
      return;
    }
    if (!step || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    if (isRefusedNumber(value)) return;
    const times = event.shiftKey ? 10 : 1;
    onValueChange(stepDecimal(value, step, event.key === 'ArrowUp' ? 1 : -1, { times, min, max }));
  };

  const leave = () => {
    setFocused(false);
    if (!isRefusedNumber(value)) {
      setTyped({ value: '', text: '' });
      change(step ? snapDecimal(value, step) : value);
    }
    onBlur?.();
  };

  return {
    reading,
    isNoted,
    control: {
      ...rest,
      value: focused ? text : atRest,
      onChange: (event: ChangeEvent<HTMLInputElement>) => read(event.currentTarget.value),
      onKeyDown,
      onFocus: (event: FocusEvent<HTMLInputElement>) => {
        focusedInput.current = event.currentTarget;
        setFocused(true);
        onFocus?.();
      },
      onBlur: leave,
    },
  };
}

/** Returns the value that a field hands on for a reading of a text. */
function handedOn(reading: NumberReading, raw: string, decimals: number): TypedNumber {
  if (reading.kind === 'empty') return '';
  if (reading.kind === 'number') return reading.value;
  return new RefusedNumber(raw, reading.kind === 'refused' ? { problem: reading.problem, decimals } : null);
}

/** Types a sign at the caret, as its key would, and returns the whole text. */
function typeInto(input: HTMLInputElement, sign: string): string {
  input.setRangeText(sign, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
  return input.value;
}
