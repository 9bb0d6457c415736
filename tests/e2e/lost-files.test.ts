import Fastify, { type FastifyInstance } from 'fastify';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servePages } from '../../apps/server/gateway/http/pages.ts';
import { securePages } from '../../apps/server/gateway/http/security.ts';
import { buildWebApp } from '../../apps/server/program/builds/index.ts';
import { root } from '../support/program.ts';
import { closePages, openBrowser, sizes } from './support/browser.ts';

/** Pages alone, without an exchange behind them: each call fails, which pages say in their own places. */
const apps = {
  web: { first: '/home/index' },
  console: { first: '/' },
} as const;
type AppName = keyof typeof apps;

const servers = new Map<AppName, { readonly server: FastifyInstance; readonly url: string }>();
const browser = await openBrowser();

beforeAll(async () => {
  const { signal } = new AbortController();
  for (const name of ['web', 'console'] as const) {
    const folder = await buildWebApp({ root, name, log: () => {}, signal });
    const server = Fastify();
    await securePages(server, { secure: false });
    server.get('/platform/dev/config.js', (_, reply) => reply.type('text/javascript').send(''));
    await servePages(server, folder);
    servers.set(name, { server, url: await server.listen({ port: 0, host: '127.0.0.1' }) });
  }
});

afterAll(async () => {
  await closePages(browser);
  await Promise.all([...servers.values()].map(({ server }) => server.close()));
});

type Loss = (route: Route, body: string) => Promise<void>;

/** Ways to lose a file, of which each file meets one of each row. What hangs is never answered. */
const losses: readonly (readonly (readonly [string, Loss])[])[] = [
  [
    ['not found', (route) => route.fulfill({ status: 404, body: 'not found' })],
    ['reset connection', (route) => route.abort('connectionreset')],
  ],
  [['hang', async () => {}]],
  [
    [
      'page of a portal',
      (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Log in</p>' }),
    ],
    [
      'cut off',
      (route, body) =>
        route.fulfill({
          status: 200,
          contentType: route.request().url().endsWith('.css') ? 'text/css' : 'text/javascript',
          body: body.slice(0, body.length / 2),
        }),
    ],
  ],
];

/** A page of a new visitor. The browser's timers are the test's: playwright's clock. */
async function openPage(app: AppName): Promise<Page> {
  const context = await browser.newContext({
    ...sizes.desktop,
    baseURL: servers.get(app)?.url ?? '',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.clock.install();
  return page;
}

/** Lets two minutes pass in the page, the animations of its styles too. */
async function passTime(page: Page): Promise<void> {
  for (let passed = 0; passed < 130; passed += 10) {
    await page.clock.fastForward(10_000);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.currentTime = 20_000;
    });
  }
}

const reload = (page: Page) =>
  page
    .getByRole('link', { name: 'Reload the page' })
    .or(page.getByRole('button', { name: 'Reload the page' }))
    .first();

/** True where the visitor sees the app's own page. */
const showsPage = async (page: Page) =>
  (await page.getByRole('heading', { level: 1 }).first().isVisible()) && !(await reload(page).isVisible());

async function seesPageOrReload(page: Page): Promise<string> {
  let seen = 'nothing';
  await expect
    .poll(async () => {
      if (await reload(page).isVisible()) seen = 'reload';
      else if (await showsPage(page)) seen = 'page';
      else await passTime(page);
      return seen;
    })
    .not.toBe('nothing');
  return seen;
}

/** The app's own files, by their addresses, that a page asks for while something is done. */
async function filesDuring(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const files = new Set<string>();
  const note = (request: { url(): string }) => {
    const { pathname } = new URL(request.url());
    if (/\.(js|css|woff2|svg|webmanifest)$/.test(pathname)) files.add(pathname);
  };
  page.on('request', note);
  await act();
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  return [...files];
}

describe.each(['web', 'console'] as const)('the first load of %s', (app) => {
  it('ends with the page or with a reload, whichever of its files is lost and however', async () => {
    const whole = await openPage(app);
    const files = await filesDuring(whole, () => whole.goto(apps[app].first));
    expect(await seesPageOrReload(whole)).toBe('page');
    await whole.context().close();
    expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(3);
    expect(files.some((file) => file.endsWith('.css'))).toBe(true);

    const seen: Record<string, string> = {};
    const lost = files.filter((name) => /\.(js|css)$/.test(name));
    for (const [at, file] of lost.entries()) {
      const body = await (await fetch(`${servers.get(app)?.url}${file}`)).text();
      for (const row of losses) {
        const [name, lose] = row[at % row.length]!;
        const page = await openPage(app);
        await page.route(
          (url) => url.pathname === file,
          (route) => lose(route, body),
        );
        await page.goto(apps[app].first, { waitUntil: 'commit' });
        seen[`${file}: ${name}`] = await seesPageOrReload(page);
        await page.context().close();
      }
    }
    // what the page cannot do without is no page
    const sheets = Object.entries(seen).filter(([name]) => name.includes('.css'));
    expect(sheets.map(([, what]) => what)).toEqual(losses.map(() => 'reload'));
  });
});
