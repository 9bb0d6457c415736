import { EmptyState, linkClass, SkeletonText, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useNotices } from '../data/index.ts';
import { NoticeLink } from './notice-link.tsx';
import { useNoticeRooms } from './notice-words.ts';
import { useReadNotices } from './use-read-notices.ts';

/** Notices that the window shows; the page has all. */
const SHOWN = 8;

interface PanelProps {
  /** Called when something leads to another page. */
  readonly onOpen: () => void;
}

/** The latest notices. */
export function BellPanel({ onOpen }: PanelProps) {
  const text = useText();
  const read = useReadNotices();
  const isReady = useNoticeRooms();
  const latest = useNotices((state) => state.latest);
  if (!isReady || latest === null)
    return (
      <div className="p-4" aria-busy="true">
        <SkeletonText lines={4} />
      </div>
    );
  if (latest.length === 0) return <EmptyState title={text('bell.none')} text={text('bell.noneText')} />;
  return (
    <ul className="divide-y">
      {latest.slice(0, SHOWN).map((notice) => (
        <li key={notice.key}>
          <NoticeLink
            notice={notice}
            onOpen={({ id, read: isRead }) => {
              if (!isRead) read({ ids: [id] });
              onOpen();
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** Ways on from the bell: all notices, their settings, price alerts. */
export function BellLinks({ onOpen }: PanelProps) {
  const text = useText();
  if (!useNoticeRooms()) return null;
  const shape = `${linkClass} inline-flex items-center text-13 touch:min-h-11`;
  return (
    <nav aria-label={text('shell.bell')} className="flex flex-wrap justify-between gap-x-4 gap-y-1">
      <Link to="/account/center/notices" onClick={onOpen} className={shape}>
        {text('bell.all')}
      </Link>
      <Link to="/account/center/alerts" onClick={onOpen} className={shape}>
        {text('menu.alerts')}
      </Link>
      <Link to="/account/center/notices/settings" onClick={onOpen} className={shape}>
        {text('bell.settings')}
      </Link>
    </nav>
  );
}
