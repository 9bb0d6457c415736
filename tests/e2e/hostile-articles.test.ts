import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import { ArticleText } from '../../packages/ui/article/index.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { openBrowser } from './support/browser.ts';

const ADDRESS = 'https://articles.invalid/';
const policies = {
  'without a policy': {},
  'under a policy': { 'content-security-policy': "default-src 'self'" },
};

/** All hostile texts as one page, each as an article, and its title in the text of a heading. */
function page(): string {
  const articles = HOSTILE_TEXTS.map((text, key) =>
    createElement(
      'section',
      { key },
      createElement('h1', null, text),
      createElement(ArticleText, { markdown: text, figures: {} }),
    ),
  );
  const body = renderToStaticMarkup(createElement(IntlProvider, { locale: 'en-US', messages: {} }, articles));
  return `<!doctype html><meta charset="utf-8"><title>Articles</title><body>${body}</body>`;
}

it.each(Object.entries(policies))('runs nothing and loads nothing of an article %s', async (_, headers) => {
  const browser = await openBrowser();
  const context = await browser.newContext();
  try {
    const shown = await context.newPage();
    const asked: string[] = [];
    const dialogs: string[] = [];
    await shown.route('**/*', async (route) => {
      if (route.request().url() === ADDRESS)
        return route.fulfill({ contentType: 'text/html', headers, body: page() });
      asked.push(route.request().url());
      return route.abort();
    });
    shown.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await shown.goto(ADDRESS, { waitUntil: 'load' });
    const links = await shown.locator('a[href]').all();
    const targets = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(targets.filter((href) => !/^(https:|mailto:|#|\/(?![/\\]))/.test(href ?? ''))).toEqual([]);
    await shown.locator('body').dispatchEvent('mouseover');
    for (const link of links) await link.dispatchEvent('mouseover');
    expect(
      await shown.locator('script, iframe, object, embed, form, style, base, [onload], [onerror]').count(),
    ).toBe(0);
    expect({ asked: asked.filter((url) => !url.endsWith('/favicon.ico')), dialogs }).toEqual({
      asked: [],
      dialogs: [],
    });
    expect(await shown.title()).toBe('Articles');
  } finally {
    await context.close();
  }
});
