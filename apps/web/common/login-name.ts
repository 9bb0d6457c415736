import type { UserInfo } from '@candor/api';

/** The name that a user most likely logs in with, as a password manager keeps it. */
export const loginNameOf = ({
  account,
  email,
  phone,
}: Pick<UserInfo, 'account' | 'email' | 'phone'>): string => account ?? email ?? phone ?? '';
