import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { DIALOG_WIDTHS_PX } from '@candor/products';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, use } from 'react';
import { useIntl } from 'react-intl';
import { IconButton } from '../controls/button.tsx';
import { CoverContext } from './cover.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** One of the two widths; as wide as the screen on phones. */
  width?: keyof typeof DIALOG_WIDTHS_PX;
  children?: ReactNode;
  /** Buttons at the foot, the one to press last. */
  footer?: ReactNode;
  /** Only its buttons close it: what it shows is lost with it. */
  isKept?: boolean;
  /** Something was typed in it: a press beside it does not close it, Esc and its buttons do. */
  isTyped?: boolean;
  /** Element that gets the focus at opening; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>;
}

/** A window over the page. Esc and a press outside close it, focus stays inside and returns. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  width = 'narrow',
  children,
  footer,
  isKept = false,
  isTyped = false,
  initialFocus,
}: DialogProps) {
  const intl = useIntl();
  const isCovered = use(CoverContext);
  return (
    <BaseDialog.Root
      open={open && !isCovered}
      disablePointerDismissal={isKept || isTyped}
      onOpenChange={(next, { reason, cancel }) => {
        if (isKept && reason === 'escape-key') cancel();
        else onOpenChange(next);
      }}
    >
      <BaseDialog.Portal>
        {/* also over the sheet or dialog that it was opened from */}
        <BaseDialog.Backdrop
          forceRender
          className="fixed inset-0 z-30 bg-veil transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0"
        />
        {/* the strip above it is left to the toasts */}
        <BaseDialog.Viewport className="fixed inset-0 z-30 flex items-center justify-center p-4 pt-16 sm:pt-28">
          <BaseDialog.Popup
            {...(initialFocus ? { initialFocus } : {})}
            style={{ maxWidth: DIALOG_WIDTHS_PX[width] }}
            className="relative flex max-h-full w-full flex-col rounded-base bg-float text-ink shadow-float outline-none transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0"
          >
            <div className="flex flex-col gap-1 pt-6 pr-16 pl-6">
              <BaseDialog.Title className="text-20 font-semibold text-balance wrap-anywhere">
                {title}
              </BaseDialog.Title>
              {description && (
                <BaseDialog.Description className="text-14 text-ink-2">{description}</BaseDialog.Description>
              )}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-4 pb-6">{children}</div>
            {footer && (
              <div className="flex flex-wrap justify-end gap-3 border-t px-6 py-4 max-sm:flex-col-reverse">
                {footer}
              </div>
            )}
            <div className="absolute top-5 right-4">
              <BaseDialog.Close
                render={
                  <IconButton label={intl.formatMessage({ id: 'ui.close' })}>
                    <X aria-hidden="true" className="size-5" strokeWidth={1.75} />
                  </IconButton>
                }
              />
            </div>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
