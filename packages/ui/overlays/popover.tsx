import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { popupClass } from './popup-class.ts';

export interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens it; an element that takes a ref and spreads its props. */
  trigger: ReactElement;
  title: ReactNode;
  /** Stands at the end of the title's line. */
  end?: ReactNode;
  children: ReactNode;
  /** Stays in view at the foot. */
  footer?: ReactNode;
}

/** A small window that drops from a button. Esc and a press outside close it, and the focus returns to the button. */
export function Popover({ open, onOpenChange, trigger, title, end, children, footer }: PopoverProps) {
  return (
    <BasePopover.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner align="end" sideOffset={8} collisionPadding={8} className="z-40 outline-none">
          <BasePopover.Popup
            className={cx(
              popupClass,
              'flex max-h-(--available-height) w-96 max-w-(--available-width) flex-col',
            )}
          >
            <div className="flex min-h-12 items-center justify-between gap-3 border-b py-1 pr-2 pl-4">
              <BasePopover.Title className="text-16 font-semibold">{title}</BasePopover.Title>
              {end}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
            {footer && <div className="border-t px-4 py-2">{footer}</div>}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
