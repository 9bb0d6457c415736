import { Toast } from '@base-ui/react/toast';
import { Check, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { cx } from '../cx.ts';
import { type Notification, notifications } from './notification-queue.ts';
import type { ToastKind } from './toast-rules.ts';
import { type ToastData, toastManager } from './toasts.ts';

const icons: Record<ToastKind, React.ReactNode> = {
  success: <Check aria-hidden="true" className="size-4 text-ink" strokeWidth={2} />,
  info: <Info aria-hidden="true" className="size-4 text-ink-2" strokeWidth={1.75} />,
  error: <TriangleAlert aria-hidden="true" className="size-4 text-warn" strokeWidth={1.75} />,
};

const cardClass = 'flex items-start gap-3 rounded-base bg-float text-14 shadow-float';

const closeClass =
  'flex size-7 shrink-0 items-center justify-center rounded-base text-ink-3 hover:bg-wash hover:text-ink touch:size-11';

/** A pointer that happens to rest there does not hold a toast. */
function keepCounting(event: { preventBaseUIHandler(): void }): void {
  event.preventBaseUIHandler();
}

/**
 * The place of toasts and notifications; the provider renders it once. Toasts lie over the strip below the top bar,
 * which has no controls (on a phone, over the top bar). Presses pass through them except on their close button.
 * Beside an open dialog only the newest toast is shown, above the dialog and with at most two lines: dialogs leave
 * that strip free. A toast has the role of a dialog too, and is none of these. Notifications stand at the foot, at the
 * beginning of the line, since the other side has the form of an order. They lie below an open dialog, whose buttons they
 * would cover on a phone, and count no time there.
 */
export function MessagesViewport() {
  const intl = useIntl();
  return (
    <Toast.Provider toastManager={toastManager} limit={2}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={intl.formatMessage({ id: 'ui.messages' })}
          className="pointer-events-none fixed inset-x-0 top-2 z-50 mx-auto flex w-[calc(100vw-1rem)] flex-col gap-1 sm:top-14 sm:w-140 [body:has([role=dialog]:not([data-toast]))_&]:top-2 [body:has([role=dialog]:not([data-toast]))_&]:*:not-first:hidden"
          onMouseEnter={keepCounting}
          onMouseMove={keepCounting}
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
      <NotificationList />
    </Toast.Provider>
  );
}

function ToastList() {
  const intl = useIntl();
  const { toasts } = Toast.useToastManager<ToastData>();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      data-toast=""
      swipeDirection={['up']}
      className={cx(
        cardClass,
        'pointer-events-none py-1 pr-1 pl-4 transition-opacity data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0',
      )}
    >
      <span className="flex h-7 items-center">{icons[toast.data?.kind ?? 'info']}</span>
      <Toast.Content className="flex min-w-0 flex-1 py-1">
        <Toast.Title
          className="min-w-0 wrap-anywhere [body:has([role=dialog]:not([data-toast]))_&]:line-clamp-2"
          render={<div />}
        >
          {toast.data?.concealed ? intl.formatMessage({ id: 'ui.failed' }) : toast.title}
        </Toast.Title>
      </Toast.Content>
      <Toast.Close
        // every toast is shown whole, so its button is never behind another one
        aria-hidden={false}
        aria-label={intl.formatMessage({ id: 'ui.close' })}
        className={cx(closeClass, 'pointer-events-auto touch:hidden')}
      >
        <X aria-hidden="true" className="size-4" strokeWidth={1.75} />
      </Toast.Close>
    </Toast.Root>
  ));
}

function NotificationList() {
  const intl = useIntl();
  const open = useSyncExternalStore(notifications.subscribe, notifications.current, notifications.current);
  return (
    <section
      aria-label={intl.formatMessage({ id: 'ui.notifications' })}
      aria-live="polite"
      className="pointer-events-none fixed left-4 z-50 flex w-[calc(100vw-2rem)] flex-col gap-2 max-sm:top-16 max-sm:[&>:nth-last-child(n+3)]:hidden sm:bottom-4 sm:w-90 [body:has([role=dialog]:not([data-toast]))_&]:z-20"
    >
      {open.map((notification) => (
        <NotificationCard key={notification.id} notification={notification} />
      ))}
    </section>
  );
}

const subscribeToVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

const isBelowDialog = () => document.querySelector('[role=dialog]:not([data-toast])') !== null;
const DIALOG_CHECK_MS = 250;

/**
 * Closes a notification in its time. A pointer or the focus on it begins that time again, and so does a tab that comes to the
 * front. One that is due below a dialog gets its time once the dialog is gone: what nobody could see stays.
 */
function useLeaving({ id, leavesAfterMs }: Notification, isHeld: boolean): void {
  const isHidden = useSyncExternalStore(
    subscribeToVisibility,
    () => document.hidden,
    () => false,
  );
  useEffect(() => {
    if (leavesAfterMs === undefined || isHeld || isHidden) return;
    const leave = () => (isBelowDialog() ? wait() : notifications.close(id));
    let timer = setTimeout(leave, leavesAfterMs);
    function wait(): void {
      timer = isBelowDialog() ? setTimeout(wait, DIALOG_CHECK_MS) : setTimeout(leave, leavesAfterMs);
    }
    return () => clearTimeout(timer);
  }, [id, leavesAfterMs, isHeld, isHidden]);
}

function NotificationCard({ notification }: { readonly notification: Notification }) {
  const intl = useIntl();
  const [isHeld, setHeld] = useState(false);
  useLeaving(notification, isHeld);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only hold it, its buttons act
    <div
      className={cx(cardClass, 'pointer-events-auto relative py-3 pr-2 pl-4')}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <button
        type="button"
        className="min-w-0 flex-1 text-start after:absolute after:inset-0 after:rounded-base focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
        onClick={() => {
          notifications.close(notification.id);
          notification.onOpen?.();
        }}
      >
        <span className="block font-semibold wrap-anywhere">{notification.title}</span>
        <span className="block text-13 text-ink-2 wrap-anywhere">{notification.text}</span>
      </button>
      <button
        type="button"
        aria-label={intl.formatMessage({ id: 'ui.close' })}
        className={cx(closeClass, 'relative z-1')}
        onClick={() => notifications.close(notification.id)}
      >
        <X aria-hidden="true" className="size-4" strokeWidth={1.75} />
      </button>
    </div>
  );
}
