import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface CheckboxProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** The label beside the box; may hold links. */
  children: ReactNode;
  indeterminate?: boolean;
  disabled?: boolean;
  required?: boolean;
  invalid?: boolean;
  name?: string;
  className?: string;
}

/** A box to tick, with its label. */
export function Checkbox({
  children,
  checked,
  onCheckedChange,
  indeterminate,
  disabled,
  invalid,
  className,
  ...rest
}: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box inside is the control
    <label
      className={cx(
        'inline-flex items-start gap-2 text-13 touch:min-h-11 touch:items-center',
        disabled ? 'text-ink-3' : 'cursor-pointer text-ink-2',
        className,
      )}
    >
      <BaseCheckbox.Root
        {...rest}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        indeterminate={indeterminate ?? false}
        disabled={disabled ?? false}
        aria-invalid={invalid || undefined}
        className={cx(
          'mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-small border transition-colors touch:mt-0 touch:size-5',
          disabled ? 'border-line bg-wash text-ink-3' : 'border-edge data-checked:border-accent',
          !disabled && 'data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent',
          !disabled && 'text-on-accent hover:border-accent',
          invalid && 'border-warn',
        )}
      >
        <BaseCheckbox.Indicator className="flex">
          {indeterminate ? (
            <Minus aria-hidden="true" className="size-3" strokeWidth={3} />
          ) : (
            <Check aria-hidden="true" className="size-3" strokeWidth={3} />
          )}
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <span className="min-w-0">{children}</span>
    </label>
  );
}
