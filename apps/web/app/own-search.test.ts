import { readSearch } from '@candor/ui';
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { screens } from './screens.ts';

it('leaves no value in an address that its screen does not know', async () => {
  const root = createRootRoute();
  for (const { path, search } of screens) {
    const read = search as (raw: object) => object;
    const route = createRoute({
      getParentRoute: () => root,
      path: '/screen',
      validateSearch: (raw: Record<string, unknown>) => readSearch(read, raw),
    });
    const history = createMemoryHistory({
      initialEntries: ['/screen?margin=qc&key=nothing&of=all&type=x&page=-3&other=1'],
    });
    const router = createRouter({ routeTree: root.addChildren([route]), history });
    await router.load();
    const seen = Object.entries(router.state.matches.at(-1)?.search ?? {});
    const known = Object.entries(
      read({ margin: 'qc', key: 'nothing', of: 'all', type: 'x', page: -3, other: 1 }),
    );
    expect(
      seen.filter(([, value]) => value !== undefined),
      path,
    ).toEqual(known.filter(([, value]) => value !== undefined));
  }
});
