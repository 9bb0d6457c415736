import { IconButton, Popover, useText } from '@candor/ui';
import { Bell as BellIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart, NothingLost } from '../common/lazy-part.tsx';
import { useNotices, useServices } from '../data/index.ts';
import { useReadNotices } from './use-read-notices.ts';

const BellPanel = lazyPart(async () => (await import('./bell-panel.tsx')).BellPanel, NothingLost);
const BellLinks = lazyPart(async () => (await import('./bell-panel.tsx')).BellLinks, NothingLost);

const MOST_SHOWN = 99;

/** The bell of the top bar: how much is unread, and the latest notices in a window below it. */
export function Bell() {
  const text = useText();
  const { notices } = useServices();
  const unread = useNotices((state) => state.unread) ?? 0;
  const [open, setOpen] = useState(false);
  const read = useReadNotices();
  const readAll = () => {
    const newest = notices.store.getState().latest?.[0];
    if (newest !== undefined) read({ upTo: newest.id });
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={text('shell.bell')}
      end={
        <button
          type="button"
          disabled={unread === 0}
          onClick={readAll}
          className="rounded-base px-2 py-1 text-13 text-accent hover:text-accent-strong disabled:text-ink-3 touch:min-h-11"
        >
          {text('shell.bell.readAll')}
        </button>
      }
      footer={
        <Suspense>
          <BellLinks onOpen={() => setOpen(false)} />
        </Suspense>
      }
      trigger={
        <IconButton label={text('shell.bell.open', { count: unread })} className="relative">
          <BellIcon aria-hidden="true" className="size-5" strokeWidth={1.75} />
          {unread > 0 && (
            <span
              aria-hidden="true"
              data-testid="unread"
              className="absolute top-0.5 left-1/2 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[10px] leading-none font-semibold text-on-accent figure"
            >
              {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
            </span>
          )}
        </IconButton>
      }
    >
      <Suspense>
        <BellPanel onOpen={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
