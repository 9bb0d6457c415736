import { linkClass, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { usePinnedAnnouncements } from '../data/index.ts';

/** The same with and without its words, so that nothing below moves; fingers get a taller one. */
const HEIGHT = 'h-10 touch:h-12';

/** The newest announcement that operators pinned, above the page; nothing where none is. Its place is kept until that is known. */
export function AnnouncementBar() {
  const text = useText();
  const format = useFormatters();
  const { data, isPending } = usePinnedAnnouncements();
  const first = data?.records[0];
  if (isPending) return <div aria-hidden="true" className={`${HEIGHT} border-b bg-ground`} />;
  if (first === undefined) return null;
  return (
    <section aria-label={text('menu.announcements')} className={`${HEIGHT} border-b bg-ground`}>
      <div className="mx-auto flex h-full w-full max-w-330 items-center gap-3 px-4 text-13 sm:px-5">
        <Megaphone aria-hidden="true" className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
        <Link
          to="/article/main/content/$type/$id"
          params={{ type: first.article_type, id: String(first.id) }}
          className={`${linkClass} flex h-full min-w-0 items-center`}
        >
          <span className="truncate">{first.title}</span>
        </Link>
        <time className="shrink-0 text-ink-3 max-sm:hidden">{format.date(first.publishTime)}</time>
        <Link
          to="/article/main/announcements"
          search={{}}
          className={`${linkClass} ms-auto flex h-full shrink-0 items-center whitespace-nowrap`}
        >
          {text('home.announcements.all')}
        </Link>
      </div>
    </section>
  );
}
