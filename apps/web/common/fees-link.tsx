import { fingerClass, quietLinkClass } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Leads from a figure of a fee to the page of all fees. */
export function FeesLink({ children }: { readonly children: ReactNode }) {
  return (
    <Link
      to="/rate/index"
      className={`${quietLinkClass} ${fingerClass} underline decoration-dotted underline-offset-4`}
    >
      {children}
    </Link>
  );
}
