import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronDown, TriangleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { cx } from '../cx.ts';
import { popupClass, popupItemClass } from '../overlays/popup-class.ts';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  /** A second text at the end of the line. */
  detail?: ReactNode;
  disabled?: boolean;
  /** The language of the label where it isn't the page's. */
  lang?: string;
}

export interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  /** Shown while nothing is chosen: the value is ''. */
  placeholder?: string;
  /** field: outlined, with its label above; plain: a text with a chevron, its label only spoken. */
  variant?: 'field' | 'plain';
  disabled?: boolean;
  name?: string;
  /** Error, and what to do about it. */
  error?: ReactNode;
  onBlur?: () => void;
  ref?: Ref<HTMLButtonElement>;
  className?: string;
}

/** One of a list. */
export function Select<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  placeholder,
  variant = 'field',
  disabled = false,
  name,
  error,
  onBlur,
  ref,
  className,
}: SelectProps<Value>) {
  const errorId = useId();
  const labelId = useId();
  const failed = error !== undefined && error !== null && error !== false;
  const field = variant === 'field';
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next);
      }}
      disabled={disabled}
      {...(name === undefined ? {} : { name })}
    >
      <div
        className={cx(field ? 'flex min-w-0 flex-col gap-1' : 'inline-flex max-w-full min-w-0', className)}
      >
        {field ? (
          <BaseSelect.Label className="text-13 font-medium text-ink-2">{label}</BaseSelect.Label>
        ) : (
          <span id={labelId} className="sr-only">
            {label}
          </span>
        )}
        <BaseSelect.Trigger
          {...(ref === undefined ? {} : { ref })}
          {...(onBlur === undefined ? {} : { onBlur })}
          // inside another field, as a calling code before its number, it would take that field's label
          {...(field ? {} : { 'aria-labelledby': labelId })}
          {...(failed ? { 'aria-invalid': true, 'aria-describedby': errorId } : {})}
          className={cx(
            'inline-flex min-w-0 items-center gap-1 rounded-base whitespace-nowrap select-none transition-colors data-disabled:cursor-default data-disabled:text-ink-3',
            field
              ? 'h-10 justify-between border border-rule border-b-edge bg-paper px-3 text-14 hover:border-edge data-popup-open:border-accent data-disabled:border-line data-disabled:bg-ground touch:h-12'
              : 'h-9 px-1 text-13 text-ink-2 hover:text-ink data-popup-open:text-ink touch:h-11',
            failed && 'border-warn!',
          )}
        >
          {value === '' && placeholder !== undefined ? (
            <span className="min-w-0 truncate text-ink-3">{placeholder}</span>
          ) : (
            <BaseSelect.Value className="min-w-0 truncate" />
          )}
          <BaseSelect.Icon className="shrink-0 text-ink-3">
            <ChevronDown aria-hidden="true" className="size-4" strokeWidth={1.75} />
          </BaseSelect.Icon>
        </BaseSelect.Trigger>
        {failed && (
          <span id={errorId} className="flex items-start gap-1 text-12 text-warn">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" strokeWidth={2} />
            <span className="min-w-0">{error}</span>
          </span>
        )}
      </div>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-40 outline-none">
          <BaseSelect.Popup className={cx(popupClass, 'min-w-(--anchor-width)')}>
            <BaseSelect.List className="max-h-[min(var(--available-height),20rem)] overflow-y-auto py-1">
              {options.map((option) => (
                <BaseSelect.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled ?? false}
                  lang={option.lang}
                  className={popupItemClass}
                >
                  <BaseSelect.ItemText className="flex-1">{option.label}</BaseSelect.ItemText>
                  {option.detail && <span className="figure text-13 text-ink-3">{option.detail}</span>}
                  <span className="flex size-4 justify-end">
                    <BaseSelect.ItemIndicator>
                      <Check aria-hidden="true" className="size-4 text-accent" strokeWidth={2} />
                    </BaseSelect.ItemIndicator>
                  </span>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
