import { EMPTY_LISTING, type ListingApplication } from '@candor/api';
import { expect, it } from 'vitest';
import { listingSearch, listingsSearch } from './search.ts';
import { formOf, hashOfFile, valuesOf } from './values.ts';

it('saves what was typed: links in the form that is kept, hashes in small letters, no contract of an own chain', () => {
  const values = {
    ...valuesOf(null),
    website: ' HTTPS://Harbour.Example ',
    code: 'not a link',
    chain: 'own' as const,
    contract: '0x1',
    totalSupply: '100',
    circulatingSupply: '',
    audits: [{ auditor: 'Plumb', link: 'https://a.example', sha256: ` ${'AB'.repeat(32)} ` }],
    accepted: 'listing',
    answer: 'Mine alone',
  };
  const form = formOf(values as never);
  expect(form).toMatchObject({ website: 'https://harbour.example/', code: 'not a link', contract: '' });
  expect(form.audits).toEqual([{ auditor: 'Plumb', link: 'https://a.example/', sha256: 'ab'.repeat(32) }]);
  expect(Object.keys(form).sort()).toEqual([...Object.keys(EMPTY_LISTING), 'files'].sort());
  expect(formOf({ ...values, chain: '' } as never).chain).toBeNull();
});

it('begins with what was saved', () => {
  const form = { ...EMPTY_LISTING, project: 'Harbour', chain: 'base' as const };
  const saved = { form, files: [{ id: 'a', link: '/x', expireTime: 0 }] } as unknown as ListingApplication;
  expect(valuesOf(saved)).toMatchObject({ project: 'Harbour', chain: 'base', files: ['a'], accepted: '' });
});

it('computes the hash of a file here', async () => {
  expect(await hashOfFile(new Blob(['abc']))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

it('reads the number of an application and days, and nothing else', () => {
  expect(listingSearch({ id: 7, x: 1 })).toEqual({ id: 7 });
  for (const id of ['', '-1', 'x', 1.5]) expect(listingSearch({ id })).toEqual({});
  expect(listingsSearch({ id: '7', from: '2026-01-02', to: 'soon' })).toEqual({ id: 7, from: '2026-01-02' });
});
