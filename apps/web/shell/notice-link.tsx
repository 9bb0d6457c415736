import { type Notice, type NoticeContent, noticeKinds, noticeLink } from '@candor/api';
import { cx, useFormatters, useText } from '@candor/ui';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeftRight, ShieldCheck, TriangleAlert, Wallet } from 'lucide-react';
import { useNoticeWords } from './notice-words.ts';

const icons = { trading: ArrowLeftRight, risk: TriangleAlert, money: Wallet, account: ShieldCheck } as const;

/** The page that a notice opens, as the router's link takes it. */
export function noticePlace(notice: NoticeContent) {
  const { pathname, searchParams, hash } = new URL(noticeLink(notice), 'https://candor.invalid');
  return {
    to: pathname as NonNullable<LinkProps['to']>,
    search: Object.fromEntries(searchParams) as never,
    hash: hash.slice(1),
  };
}

export interface NoticeLinkProps {
  readonly notice: Notice;
  readonly onOpen: (notice: Notice) => void;
  readonly className?: string;
}

/** One notice: its words and its time, as a link to where its event can be seen. A dot and words mark it as unread. */
export function NoticeLink({ notice, onOpen, className }: NoticeLinkProps) {
  const text = useText();
  const format = useFormatters();
  const words = useNoticeWords()(notice);
  const { group } = noticeKinds[notice.kind];
  const Icon = icons[group];
  return (
    <Link
      {...noticePlace(notice)}
      data-notice={notice.kind}
      onClick={() => onOpen(notice)}
      className={cx(
        'flex gap-3 px-4 py-3 text-start transition-colors hover:bg-ground focus-visible:-outline-offset-2',
        className,
      )}
    >
      <Icon
        aria-hidden="true"
        className={cx('mt-0.5 size-4 shrink-0', group === 'risk' ? 'text-warn' : 'text-ink-3')}
        strokeWidth={1.75}
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-start gap-2">
          <span className={cx('min-w-0 flex-1 text-14 wrap-anywhere', !notice.read && 'font-semibold')}>
            {words.title}
          </span>
          {!notice.read && (
            <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
              <span className="sr-only">{text('bell.unread')}</span>
            </span>
          )}
        </span>
        {words.text.map((line) => (
          <span key={line} className="block text-13 text-ink-2 wrap-anywhere">
            {line}
          </span>
        ))}
        <span className="block pt-0.5 text-12 text-ink-3 figure">{format.dateTime(notice.time)}</span>
      </span>
    </Link>
  );
}
