import { type Locale, languageTags } from '@candor/i18n';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../../../tests/support/hostile-texts.ts';
import { ArticleText } from './article-text.tsx';
import { articleTree, isOwnPath, partsOf } from './tree.ts';

const figures = { holdHours: '24', fundingInterest: '0.01', dailyLimitPrimary: '50000' };
const IMAGE = '/api/common/articleImage/0f8fad5b-d9cb-469f-a165-70867728950e';

function shown(markdown: string, locale: Locale = 'en'): string {
  return renderToStaticMarkup(
    <IntlProvider locale={languageTags[locale]} messages={{}}>
      <ArticleText markdown={markdown} figures={figures} />
    </IntlProvider>,
  );
}

const TAGS =
  /^(a|blockquote|br|code|div|em|h2|h3|h4|hr|img|li|ol|p|pre|strong|table|tbody|td|th|thead|tr|ul)$/;
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  alt: /^/,
  class: /^[\w :./-]*$/,
  href: /^(https:|mailto:|#|\/(?![/\\\t]))/,
  id: /^part-\d+$/,
  loading: /^lazy$/,
  rel: /^noopener noreferrer nofollow$/,
  src: /^\/api\/common\/articleImage\/[0-9a-f-]{36}$/,
  start: /^\d+$/,
  style: /^text-align:(left|right|center)$/,
  tabindex: /^0$/,
  target: /^_blank$/,
};

/** Parts of a markup that should not be there: each `<` must begin an element that may be there, with such attributes. */
function strange(markup: string): string[] {
  const found: string[] = [];
  for (const [piece] of markup.matchAll(/<[^>]*>?/g)) {
    const element = /^<\/?([a-z0-9]+)((?: [a-z]+="[^"]*")*)\/?>$/.exec(piece);
    if (element === null || !TAGS.test(element[1] ?? '')) {
      found.push(piece);
      continue;
    }
    for (const [, name = '', value = ''] of (element[2] ?? '').matchAll(/ ([a-z]+)="([^"]*)"/g))
      if (ATTRIBUTES[name]?.test(value) !== true) found.push(piece);
  }
  return found;
}

describe('texts of articles', () => {
  it.each(HOSTILE_TEXTS.map((text) => [text.slice(0, 60), text] as const))(
    'shows %j without what it tries',
    (_, text) => {
      expect(strange(shown(text))).toEqual([]);
      expect(strange(shown(`Before ${text} after`))).toEqual([]);
    },
  );

  it('shows HTML as it was typed', () => {
    expect(shown('<b>x</b>')).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(shown('<script>alert(1)</script>')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(shown('<javascript:alert(1)>')).toBe('<div class="article"><p>javascript:alert(1)</p></div>');
    expect(shown('![a graph](https://evil.example/x.png)')).toBe('<div class="article"><p>a graph</p></div>');
  });

  it('keeps what an article needs', () => {
    const markup = shown(
      `# One\n\nA **bold** [page](/rate/index), [another](https://example.org).\n\n## Two\n\n1. a\n2. b\n\n| a | b |\n| - | -: |\n| c | d |\n\n![x](${IMAGE})`,
    );
    expect(strange(markup)).toEqual([]);
    expect(markup).toContain('<h2 id="part-1">One</h2>');
    expect(markup).toContain('<h2 id="part-2">Two</h2>');
    expect(markup).toContain('href="/rate/index"');
    expect(markup).toContain('rel="noopener noreferrer nofollow"');
    expect(markup).toContain('<th>a</th>');
    expect(markup).toContain(`src="${IMAGE}"`);
  });

  it('writes figures in the language of the reader, and leaves unknown names as they are', () => {
    const text =
      'Wait {{holdHours}} hours, at {{fundingInterest}}, up to {{ dailyLimitPrimary }}: {{nothing}}';
    expect(shown(text)).toContain('Wait 24 hours, at 0.01%, up to 50,000: {{nothing}}');
    expect(shown(text, 'de')).toMatch(/at 0,01\s%, up to 50\.000:/);
  });

  it('lists the headings for a table of contents, whatever stands in them', () => {
    const tree = articleTree('## A <b>\n\n### {{x}} [l](/y)\n\n#### no', (name) =>
      name === 'x' ? '7' : null,
    );
    expect(partsOf(tree)).toEqual([
      { id: 'part-1', text: 'A <b>', level: 2 },
      { id: 'part-2', text: '7 l', level: 3 },
    ]);
  });

  it('gives no ids to headings where other articles stand on the page', () => {
    const markup = renderToStaticMarkup(
      <IntlProvider locale="en-US" messages={{}}>
        <ArticleText markdown="## One" figures={{}} hasAnchors={false} />
      </IntlProvider>,
    );
    expect(markup).toContain('<h2>One</h2>');
  });

  it('tells paths of this site from others', () => {
    expect(['/a', '#b', '/a//b'].map(isOwnPath)).toEqual([true, true, true]);
    expect(['//a', '/\\a', '/\t/a', 'a', 'https://a', ''].map(isOwnPath)).toEqual(Array(6).fill(false));
  });
});
