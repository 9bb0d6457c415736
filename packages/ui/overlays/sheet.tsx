import { Drawer } from '@base-ui/react/drawer';
import { DIALOG_WIDTHS_PX } from '@candor/products';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { IconButton } from '../controls/button.tsx';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Element beside the title: a price that moves on. */
  aside?: ReactNode;
  children: ReactNode;
  /** Stays in view at the foot of the sheet. */
  footer?: ReactNode;
}

/** A sheet from the bottom edge, for phones. A swipe down, Esc and a press outside close it. */
export function Sheet({ open, onOpenChange, title, aside, children, footer }: SheetProps) {
  const intl = useIntl();
  return (
    <Drawer.Root open={open} onOpenChange={(next) => onOpenChange(next)} swipeDirection="down">
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-30 min-h-dvh bg-veil transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0 data-swiping:duration-0" />
        <Drawer.Viewport className="fixed inset-0 z-30 flex items-end justify-center">
          <Drawer.Popup
            style={{ maxWidth: DIALOG_WIDTHS_PX.wide }}
            className="flex max-h-[calc(100dvh-3.5rem)] w-full translate-y-(--drawer-swipe-movement-y) flex-col rounded-t-base bg-float pb-[env(safe-area-inset-bottom)] text-ink shadow-float outline-none transition-transform data-starting-style:translate-y-full data-ending-style:translate-y-full data-swiping:duration-0 data-swiping:select-none"
          >
            <div aria-hidden="true" className="mx-auto mt-2 h-1 w-10 shrink-0 rounded-full bg-rule" />
            <div className="flex items-center justify-between gap-4 py-1 pr-2 pl-4">
              <Drawer.Title className="min-w-0 text-16 font-semibold">{title}</Drawer.Title>
              <div className="flex items-center gap-1">
                {aside}
                <Drawer.Close
                  render={
                    <IconButton label={intl.formatMessage({ id: 'ui.close' })}>
                      <X aria-hidden="true" className="size-5" strokeWidth={1.75} />
                    </IconButton>
                  }
                />
              </div>
            </div>
            <Drawer.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-1 pb-3">
              {children}
            </Drawer.Content>
            {footer && <div className="border-t px-4 py-3">{footer}</div>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
