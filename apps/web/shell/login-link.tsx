import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The address to come back to after a login from this page; none on the pages of the login itself. */
export function useReturnSearch(): { readonly from?: string } {
  const href = useRouterState({ select: ({ location }) => location.href });
  return href.startsWith('/user/') || href === '/' ? {} : { from: href };
}

/** A link to the login, which leads back to this page afterwards. */
export function LoginLink({
  className,
  children,
}: {
  readonly className: string;
  readonly children: ReactNode;
}) {
  return (
    <Link to="/user/login" search={useReturnSearch()} className={className}>
      {children}
    </Link>
  );
}
