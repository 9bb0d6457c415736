import { expect, it } from 'vitest';
import { createDeviceStorage } from './storage.ts';
import { createTabDrafts } from './tab-drafts.ts';

/** The storage of a tab, and its drafts as the page before and the page after a reload have them. */
function tab() {
  const values = new Map<string, string>();
  const area = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  return { values, open: () => createTabDrafts(createDeviceStorage(area)) };
}

it('gives a form back after a reload, to its user, on top of the version that was changed', () => {
  const { open } = tab();
  open().keep(1000, 'listing 7', 2, { project: 'Harbour' });
  expect(open().read(1000, 'listing 7', 2)).toEqual({ project: 'Harbour' });
  // a reload is no end: the next one finds it again
  expect(open().read(1000, 'listing 7', 2)).toEqual({ project: 'Harbour' });
  expect(open().read(1000, 'listing 7', 3)).toBeNull();
  expect(open().read(1000, 'listing new', 0)).toBeNull();
  expect(open().read(1001, 'listing 7', 2)).toBeNull();
});

it('keeps nothing of a form that was sent, of another user, or of nobody', () => {
  const { open, values } = tab();
  const drafts = open();
  drafts.keep(1000, 'listing 7', 2, { project: 'Harbour' });
  drafts.keep(1000, 'listing new', 0, { project: 'Second' });
  drafts.forget('listing 7');
  expect(drafts.read(1000, 'listing 7', 2)).toBeNull();
  expect(drafts.read(1000, 'listing new', 0)).toEqual({ project: 'Second' });
  drafts.keep(1001, 'listing new', 0, { project: 'Third' });
  expect(drafts.read(1000, 'listing new', 0)).toBeNull();
  drafts.forget('listing new');
  expect([...values.keys()]).toEqual([]);
  drafts.keep(1001, 'listing new', 0, { project: 'Third' });
  drafts.keepOnly(1001);
  expect(drafts.read(1001, 'listing new', 0)).toEqual({ project: 'Third' });
  drafts.keepOnly(1000);
  expect([...values.keys()]).toEqual([]);
  drafts.keep(1001, 'listing new', 0, { project: 'Third' });
  drafts.clear();
  expect([...values.keys()]).toEqual([]);
});

it('reads what is damaged as nothing', () => {
  const { open, values } = tab();
  values.set('coin_web-drafts', '{"content":{"userId":1000},"datetime":1}');
  expect(open().read(1000, 'listing 7', 2)).toBeNull();
  values.set('coin_web-drafts', 'no JSON');
  expect(open().read(1000, 'listing 7', 2)).toBeNull();
  open().forget('listing 7');
});
