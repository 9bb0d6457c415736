import type { UserInfo } from '@candor/api';
import {
  CopyButton,
  Detail,
  DetailList,
  Loaded,
  loneLinkClass,
  Skeleton,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { masked } from '../common/masked.ts';
import { queryKeys, useClient } from '../data/index.ts';
import { AccountPage } from '../shell/account-page.tsx';
import { Country } from './country.tsx';
import { CreditScore } from './credit-score.tsx';
import { OwnPicture } from './own-picture.tsx';
import { OwnTier } from './own-tier.tsx';
import { Preferences } from './preferences.tsx';
import { Section } from './section.tsx';

function Info({ user }: { readonly user: UserInfo }) {
  const text = useText();
  const format = useFormatters();
  const none = text('account.info.none');
  const link = `${window.location.origin}${user.promotionLink}`;
  return (
    <>
      <OwnPicture avatar={user.avatar} />
      <Section title={text('account.info.title')}>
        <DetailList ruled className="border-y">
          <Detail label={text('account.info.userId')}>{String(user.userId)}</Detail>
          <Detail label={text('account.info.account')}>{user.account ?? none}</Detail>
          <Detail label={text('account.contact.email')}>
            {user.email === null ? none : masked('email', user.email)}
          </Detail>
          <Detail label={text('account.contact.phone')}>
            {user.phone === null ? none : masked('phone', user.phone)}
          </Detail>
          <Detail label={text('account.info.kind')}>
            {text(user.vip ? 'account.info.kind.vip' : 'account.info.kind.regular')}
          </Detail>
          <Detail label={text('account.info.since')}>{format.dateTime(user.createTime)}</Detail>
        </DetailList>
        <Link to="/account/center/security" className={loneLinkClass}>
          {text('menu.security')}
        </Link>
      </Section>
      <Section title={text('account.info.invite')} text={text('account.info.inviteText')}>
        <p className="figure text-16 font-semibold select-all">{user.invite_code}</p>
        <p className="figure text-13 break-all whitespace-normal! text-ink-2 select-all">{link}</p>
        <CopyButton label={text('account.info.copyLink')} text={link} />
      </Section>
    </>
  );
}

/** Shows who the user is to the house: the ids, the contacts in short, the kind of user and the invitation. */
export function InfoPage() {
  const client = useClient();
  const text = useText();
  const query = useQuery({ queryKey: queryKeys.contacts, queryFn: () => client.call('getInfo') });
  return (
    <AccountPage current="account">
      <div className="flex flex-col gap-8">
        <h1 className="text-20 font-semibold">{text('menu.account')}</h1>
        <Loaded query={query} data={query.data?.user} skeleton={<Skeleton className="h-160" />}>
          {(user) => <Info user={user} />}
        </Loaded>
        <OwnTier />
        <CreditScore />
        <Country />
        <Preferences />
      </div>
    </AccountPage>
  );
}
