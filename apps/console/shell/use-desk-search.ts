import { useRouter, useSearch } from '@tanstack/react-router';
import type { RawSearch } from './search.ts';

/**
 * The view that the address holds, read as the desk declares it, and a function that puts another view there. It takes
 * the place of the old one in the browser's history, as a filter or an order is no step to go back to.
 */
export function useDeskSearch<Search extends object>(read: (raw: RawSearch) => Search) {
  const search = read(useSearch({ strict: false }) as RawSearch);
  const router = useRouter();
  const show = (next: Search) => void router.navigate({ to: '.', search: next as never, replace: true });
  return [search, show] as const;
}
