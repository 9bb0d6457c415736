import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, Search } from 'lucide-react';
import { useId } from 'react';
import { cx } from '../cx.ts';
import { popupClass, popupItemClass } from '../overlays/popup-class.ts';
import { matchesSearch, type SearchOption } from './search-options.ts';

export interface SearchSelectProps<Value extends string> {
  /** Only spoken: the choice stands inside another field, as a calling code before its number. */
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly SearchOption<Value>[];
  /** Names the field in which one types a part of a name. */
  readonly searchLabel: string;
  /** Shown where nothing matches. */
  readonly emptyText: string;
}

/** One of a long list, found by typing a part of its label, its detail or its value. */
export function SearchSelect<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  searchLabel,
  emptyText,
}: SearchSelectProps<Value>) {
  const labelId = useId();
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Combobox.Root
      items={options}
      value={chosen}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next.value);
      }}
      itemToStringLabel={({ label }) => label}
      isItemEqualToValue={(one, other) => one.value === other.value}
      filter={(option, query) => matchesSearch(option, query)}
      autoHighlight
    >
      <span id={labelId} className="sr-only">
        {label}
      </span>
      <Combobox.Trigger
        aria-labelledby={labelId}
        className="inline-flex h-9 items-center gap-1 rounded-base px-1 text-13 whitespace-nowrap text-ink-2 transition-colors select-none hover:text-ink data-popup-open:text-ink touch:h-11"
      >
        <Combobox.Value>{(shown: SearchOption<Value> | null) => shown?.label ?? value}</Combobox.Value>
        <ChevronDown aria-hidden="true" className="size-4 text-ink-3" strokeWidth={1.75} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-40 outline-none">
          <Combobox.Popup aria-label={label} className={cx(popupClass, 'w-72 max-w-(--available-width)')}>
            <div className="flex items-center gap-2 border-b px-3">
              <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
              <Combobox.Input
                aria-label={searchLabel}
                placeholder={searchLabel}
                className="h-10 min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-ink-3 touch:h-12 touch:text-16"
              />
            </div>
            <Combobox.Empty className="px-3 text-14 text-ink-2 not-empty:py-3">{emptyText}</Combobox.Empty>
            <Combobox.List className="max-h-[min(calc(var(--available-height)-3rem),20rem)] overflow-y-auto not-empty:py-1">
              {(option: SearchOption<Value>) => (
                <Combobox.Item key={option.value} value={option} className={popupItemClass}>
                  <span className="min-w-0 flex-1">{option.detail}</span>
                  <span className="figure text-13 text-ink-3">{option.label}</span>
                  <span className="flex size-4 justify-end">
                    <Combobox.ItemIndicator>
                      <Check aria-hidden="true" className="size-4 text-accent" strokeWidth={2} />
                    </Combobox.ItemIndicator>
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
