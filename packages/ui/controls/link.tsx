import type { ReactNode, Ref } from 'react';
import { cx } from '../cx.ts';

/** The look of a link in text: for a router's link as well as for `TextLink`. */
export const linkClass =
  'rounded-small text-accent underline-offset-4 decoration-1 hover:underline hover:text-accent-strong';

/** A line of text that a finger hits as if it were 44 px high; its surroundings keep their places. */
export const fingerClass = 'relative touch:before:absolute touch:before:inset-x-0 touch:before:-inset-y-3.5';

/** The look of a link that stands alone, outside of a sentence. */
export const loneLinkClass = `${linkClass} ${fingerClass}`;

/** The look of a link in a list or menu bar, in ink rather than in the accent. */
export const quietLinkClass = 'rounded-small text-ink-2 transition-colors hover:text-ink';

export interface TextLinkProps {
  href: string;
  children: ReactNode;
  /** Opens in a new window, without handing over the opener. */
  external?: boolean;
  quiet?: boolean;
  className?: string;
  lang?: string;
  ref?: Ref<HTMLAnchorElement>;
  onClick?: (event: React.MouseEvent<HTMLAnchorElement>) => void;
}

/** An ordinary link. */
export function TextLink({ external, quiet, className, children, ...rest }: TextLinkProps) {
  return (
    <a
      {...rest}
      {...(external ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      className={cx(quiet ? quietLinkClass : linkClass, className)}
    >
      {children}
    </a>
  );
}
