import { type CustomerRoom, loadCustomerRoom, type Messages } from '@candor/i18n';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import { ClosedPage } from './closed-page.tsx';
import { PlanProvider, planOf } from './plan.ts';
import type { ClosedScreen } from './screen.ts';

const ROOMS: readonly CustomerRoom[] = ['shell', 'menu'];
const messages: Messages = Object.assign(
  {},
  ...(await Promise.all(ROOMS.map((room) => loadCustomerRoom('en', room)))),
);
/** Two products as they are declared before they open: one of them has an entry for a part of it. */
const closed: readonly ClosedScreen[] = [
  {
    paths: ['/loan/index', '/loan/$'],
    entries: [
      { menu: 'top', order: 10, id: 'power' },
      { menu: 'footer.earn', order: 20, id: 'rewards', search: { key: 'rewards' } },
    ],
  },
  { paths: ['/pledge/index'], entries: [{ menu: 'top', order: 20, id: 'staking' }] },
  { paths: ['/otc'] },
];
const plan = planOf(closed);

/** Lines that the page says at an address. */
function linesAt(address: string): readonly string[] {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  const markup = renderToStaticMarkup(
    <IntlProvider locale="en" messages={messages}>
      <RouterContextProvider router={router as never}>
        <PlanProvider value={plan}>
          <ClosedPage />
        </PlanProvider>
      </RouterContextProvider>
    </IntlProvider>,
  );
  expect(markup).not.toMatch(/<(input|form|button)/);
  return [...markup.matchAll(/<(?:p|h1)[^>]*>([^<]*)</g)].map(([, words = '']) => words);
}

it.each([
  ['/loan/index', 'menu.power'],
  ['/loan/order?id=5', 'menu.power'],
  ['/loan/index?key=rewards', 'menu.rewards'],
  ['/pledge/index', 'menu.staking'],
] as const)('at %s names its product above the words that it is not available', (address, id) => {
  const name = messages[id];
  expect(name).toMatch(/^\w/);
  expect(linesAt(address)).toEqual([name, messages['shell.closed.title'], messages['shell.closed.text']]);
});

it('names nothing where no menu leads to the product', () => {
  expect(linesAt('/otc')).toEqual([messages['shell.closed.title'], messages['shell.closed.text']]);
});
