import type { Catalogue, CustomerRoom } from '@candor/i18n';
import type { Services } from '../data/index.ts';
import { openScreenAt } from '../shell/plan.ts';
import type { Screen } from '../shell/screen.ts';
import { plan } from './screens.ts';

type Address = Pick<Location, 'pathname' | 'search'>;

const searchOf = (screen: Screen, address: Address) =>
  screen.search(Object.fromEntries(new URLSearchParams(address.search)));

/** Loads code and messages of the screen at an address. A failure is the route's to show, which loads them as well. */
export function startLoading(catalogue: Catalogue<CustomerRoom>, address: Address): void {
  const screen = openScreenAt(plan, address.pathname);
  if (screen === null) return;
  const search = searchOf(screen, address);
  catalogue.load(screen.messages(search)).catch(() => undefined);
  for (const { preload } of [screen.component, ...(screen.parts?.(search) ?? [])])
    preload?.()?.catch(() => undefined);
}

/**
 * Asks for what a screen shows first as soon as its address is known, beside the code of the screen, which takes the
 * answers from the queries.
 */
export function startFirstRequests(services: Services, address: Address): void {
  const screen = openScreenAt(plan, address.pathname);
  screen?.firstRequests?.(services, searchOf(screen, address));
}
