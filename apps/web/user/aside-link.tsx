import { linkClass } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';

interface AsideLinkProps {
  /** The message around the link. */
  readonly id: 'user.login.aside' | 'user.register.aside' | 'user.reset.aside';
  readonly to: '/user/login' | '/user/register';
  /** The page that the other form leads back to as well. */
  readonly from?: string | undefined;
}

/** The way from one form of login, registration and reset to another. */
export function AsideLink({ id, to, from }: AsideLinkProps) {
  return (
    <FormattedMessage
      id={id}
      values={{
        link: (text) => (
          <Link key="link" to={to} search={from === undefined ? {} : { from }} className={linkClass}>
            {text}
          </Link>
        ),
      }}
    />
  );
}
