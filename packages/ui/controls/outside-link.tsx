import { loneLinkClass } from './link.tsx';

/**
 * A link that a stranger wrote: its host in full, and the whole address. It opens without the opener, and nothing of it
 * is fetched before. Anything but an https address is shown as text.
 */
export function OutsideLink({ href }: { readonly href: string }) {
  const url = URL.canParse(href) ? new URL(href) : null;
  if (url?.protocol !== 'https:') return <bdi className="wrap-anywhere">{href}</bdi>;
  return (
    <span className="block min-w-0">
      <span className="block font-medium wrap-anywhere">{url.host}</span>
      <a
        href={url.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className={`${loneLinkClass} text-13 wrap-anywhere`}
      >
        {url.href}
      </a>
    </span>
  );
}
