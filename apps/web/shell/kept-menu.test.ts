import type { NavRow } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { keptMenu } from './kept-menu.ts';
import { planOf } from './plan.ts';
import { screen } from './screen.ts';

const component = (() => null) as never;
const plan = planOf([
  screen({
    path: '/home/index',
    component,
    messages: [],
    title: null,
    entries: [{ menu: 'top', order: 10, id: 'home' }],
  }),
  screen({ path: '/rate/index', component, messages: [], title: null }),
  { paths: ['/loan/index'], entries: [{ menu: 'top', order: 20, id: 'power' }] },
]);

const row = (more: Partial<NavRow>): NavRow => ({
  id: 1,
  place: 'top',
  sort: 10,
  label: '',
  titles: {},
  path: '/home/index',
  article_code: null,
  parent_id: null,
  ...more,
});
const shown = (rows: readonly NavRow[] | undefined, locale = 'de') =>
  keptMenu(plan, rows, 'top', locale).map(({ id, path, open, text }) => [id, path, open, text]);

describe('a menu that operators keep', () => {
  it('is the built-in one without entries', () => {
    const builtIn = [
      ['home', '/home/index', true, undefined],
      ['power', '/loan/index', false, undefined],
    ];
    expect(shown(undefined)).toEqual(builtIn);
    expect(shown([row({ place: 'footer.company' })])).toEqual(builtIn);
  });

  it('has its own order and texts, by the page’s language, else English', () => {
    const rows = [
      row({ id: 1, sort: 20, label: 'menu.home' }),
      row({ id: 2, sort: 10, titles: { en: 'Fees', de: 'Gebühren' }, path: '/rate/index' }),
    ];
    expect(shown(rows)).toEqual([
      ['nav-2', '/rate/index', true, 'Gebühren'],
      ['home', '/home/index', true, undefined],
    ]);
    expect(shown(rows, 'fr')[0]?.[3]).toBe('Fees');
  });

  it('keeps an address off the site, and says what is not open', () => {
    const rows = [
      row({ id: 3, titles: { en: 'Status' }, path: 'https://status.example.org/now' }),
      row({ id: 4, label: 'menu.power', path: '/loan/index' }),
    ];
    expect(keptMenu(plan, rows, 'top', 'en')).toMatchObject([
      { path: 'https://status.example.org/now', isExternal: true },
      { id: 'power', open: false },
    ]);
  });

  it('leaves out what leads nowhere or has no text', () => {
    expect(shown([row({ titles: { en: 'X' }, path: '/nowhere' }), row({ label: 'menu.unknown' })])).toEqual(
      [],
    );
  });
});
