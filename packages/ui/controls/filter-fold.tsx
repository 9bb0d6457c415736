import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { useFormatters } from '../provider/use-formatters.ts';
import { useText } from '../provider/use-text.ts';
import { Button } from './button.tsx';

export interface FilterFoldProps {
  /** Number of filters that are set. */
  readonly count: number;
  /** The fields, or a form of them: to submit it folds them again. */
  readonly children: ReactNode;
}

/** Filters of a list: on a phone folded behind a button that says how many are set, elsewhere shown as they are. */
export function FilterFold({ count, children }: FilterFoldProps) {
  const text = useText();
  const format = useFormatters();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-3">
      <Button
        ref={button}
        variant="quiet"
        className="self-start sm:hidden"
        icon={<SlidersHorizontal aria-hidden="true" className="size-4" strokeWidth={1.75} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? text('ui.filters') : text('ui.filters.active', { count: format.count(count) })}
      </Button>
      <div
        id={id}
        className={cx(!isOpen && 'max-sm:hidden')}
        onSubmit={() => {
          if (!isOpen) return;
          // what was pressed is about to be hidden
          button.current?.focus();
          setOpen(false);
        }}
      >
        {children}
      </div>
    </div>
  );
}
