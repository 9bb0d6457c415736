import type { UserInfo } from '@candor/api';
import { isTimeZone } from '@candor/i18n';
import type { StoreApi } from 'zustand/vanilla';
import type { PreferencesStore } from './preferences.ts';

interface WithUser {
  readonly user: Pick<UserInfo, 'timeZone'> | null;
}

/**
 * Takes over the time zone that the user chose on another device, when the server names it. A user who chose none keeps
 * what this device shows.
 */
export function followOwnZone(
  session: Pick<StoreApi<WithUser>, 'subscribe'>,
  preferences: PreferencesStore,
): () => void {
  return session.subscribe(({ user }, before) => {
    const timeZone = user?.timeZone ?? null;
    if (timeZone === (before.user?.timeZone ?? null) || !isTimeZone(timeZone)) return;
    preferences.change({ timeZone });
  });
}
