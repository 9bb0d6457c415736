import { quietLinkClass } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Leads from a figure of a fee to the page of all fees. */
export function FeesLink({ children }: { readonly children: ReactNode }) {
  return (
    <Link
      to="/rate/index"
      className={`${quietLinkClass} relative underline decoration-dotted underline-offset-4 touch:before:absolute touch:before:inset-x-0 touch:before:-inset-y-3.5`}
    >
      {children}
    </Link>
  );
}
