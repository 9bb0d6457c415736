import { NOTIFICATION_CAP } from '@candor/products';

export interface NotificationContent {
  title: string;
  text: string;
  /** Names the subject: a notification with a known key takes the place of that one. */
  key?: string;
  /** Closes by itself after so long, unless a pointer or the focus is on it; it stays until it is closed without. */
  leavesAfterMs?: number;
  /** Opens the subject of the notification on a click. */
  onOpen?: () => void;
}

export interface Notification extends NotificationContent {
  readonly id: number;
}

/** A queue that a view follows: at most four, the oldest closes first. */
export interface NotificationQueue {
  add(content: NotificationContent): number;
  close(id: number): void;
  clear(): void;
  /** The open ones, oldest first; the same array until it changes. */
  current(): readonly Notification[];
  subscribe(listener: () => void): () => void;
}

export function createNotificationQueue(cap: number = NOTIFICATION_CAP): NotificationQueue {
  let open: readonly Notification[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const set = (next: readonly Notification[]) => {
    open = next;
    for (const listener of listeners) listener();
  };
  return {
    add(content) {
      lastId += 1;
      const others = open.filter(({ key }) => key === undefined || key !== content.key);
      set([...others, { ...content, id: lastId }].slice(-cap));
      return lastId;
    },
    close(id) {
      if (open.some((notification) => notification.id === id)) {
        set(open.filter((notification) => notification.id !== id));
      }
    },
    clear: () => set([]),
    current: () => open,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The page's notifications. Texts come translated. Callable from anywhere. */
export const notifications: NotificationQueue = createNotificationQueue();
