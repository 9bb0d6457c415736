import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { type ReactNode, type Ref, useId, useImperativeHandle, useRef } from 'react';
import { cx } from '../cx.ts';

export interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
  /** The direction it stands for; neutral if none. */
  tone?: 'neutral' | 'up' | 'down';
  disabled?: boolean;
}

export interface SegmentedControlProps<Value extends string> {
  /** Subject of the choice, for those who do not see the row. */
  label: string;
  /** '' while nothing is chosen. */
  value: Value | '';
  onValueChange: (value: Value) => void;
  segments: readonly Segment<Value>[];
  /** Error, and what to do about it. */
  error?: ReactNode;
  /** Focuses the choice: the first segment where nothing is chosen. */
  ref?: Ref<{ focus: () => void }>;
  className?: string;
}

const chosen = {
  neutral: 'data-checked:bg-ground data-checked:text-ink data-checked:shadow-[inset_0_0_0_1px_var(--edge)]',
  up: 'data-checked:bg-up-tint data-checked:text-up data-checked:shadow-[inset_0_0_0_1px_var(--up)]',
  down: 'data-checked:bg-down-tint data-checked:text-down data-checked:shadow-[inset_0_0_0_1px_var(--down)]',
};

/** A choice of a few that excludes the others: Buy or Sell. Arrow keys move it. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onValueChange,
  segments,
  error,
  ref,
  className,
}: SegmentedControlProps<Value>) {
  const errorId = useId();
  const group = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () =>
      (
        group.current?.querySelector<HTMLElement>('[role=radio][tabindex="0"]') ??
        group.current?.querySelector<HTMLElement>('[role=radio]')
      )?.focus(),
  }));
  const failed = error !== undefined && error !== null && error !== false;
  const padding = segments.length > 3 ? 'px-1' : 'px-3';
  const choice = (
    <RadioGroup
      ref={group}
      aria-label={label}
      aria-invalid={failed || undefined}
      aria-describedby={failed ? errorId : undefined}
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      className={cx('flex rounded-base border', failed ? 'border-warn' : 'border-rule', className)}
    >
      {segments.map((segment) => (
        <Radio.Root
          key={segment.value}
          value={segment.value}
          disabled={segment.disabled ?? false}
          className={cx(
            'flex h-9 flex-1 cursor-pointer items-center justify-center rounded-base text-14 font-medium text-ink-2 whitespace-nowrap select-none transition-colors touch:h-11',
            '-m-px hover:text-ink data-checked:font-semibold data-disabled:cursor-default data-disabled:text-ink-3',
            padding,
            chosen[segment.tone ?? 'neutral'],
          )}
        >
          {segment.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
  // One frame with and without an error, so that the choice keeps the focus; without, it takes no part in the layout.
  return (
    <div className={failed ? 'flex flex-col gap-1' : 'contents'}>
      {choice}
      {failed && (
        <p id={errorId} role="alert" className="text-13 text-warn">
          {error}
        </p>
      )}
    </div>
  );
}
