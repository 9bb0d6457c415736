import { useCallback, useSyncExternalStore } from 'react';

/** Tailwind's sm: below it a page is laid out for a phone. */
export const PHONE = '(width < 40rem)';

/** Returns true while a media query holds, kept up to date. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
