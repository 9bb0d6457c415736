import { expect, it } from 'vitest';
import {
  LISTING_ABOUT_LENGTH,
  LISTING_AUDITS,
  LISTING_FILES,
  LISTING_LINK_LENGTH,
  LISTING_NAME_LENGTH,
  LISTING_TEAM,
  LISTING_TEXT_LENGTH,
} from './constants.ts';
import { EMPTY_LISTING } from './empty.ts';
import { type ListingForm, listingForm } from './form.ts';
import { plainLink } from './links.ts';
import { missingField, missingFields } from './missing.ts';

/** The limit of a JSON body: `BODY_LIMIT_BYTES` of the server. */
const BODY_BYTES = 16 * 1024;

it('has room in one request for the fullest form in a script of three bytes a letter', () => {
  const text = (length: number) => 'ก'.repeat(length);
  const link = `https://x.example/${'a'.repeat(LISTING_LINK_LENGTH - 18)}`;
  const name = text(LISTING_NAME_LENGTH);
  const form: ListingForm = {
    ...EMPTY_LISTING,
    project: name,
    symbol: 'ABCDEFGHIJKL',
    about: text(LISTING_ABOUT_LENGTH),
    website: link,
    chain: 'avalanche',
    contract: text(100),
    totalSupply: '9'.repeat(30),
    circulatingSupply: '9'.repeat(30),
    distribution: text(LISTING_TEXT_LENGTH),
    control: text(LISTING_TEXT_LENGTH),
    audits: Array.from({ length: LISTING_AUDITS }, () => ({ auditor: name, link, sha256: 'a'.repeat(64) })),
    noAudit: text(LISTING_TEXT_LENGTH),
    team: Array.from({ length: LISTING_TEAM }, () => ({ name, role: name, link })),
    issuer: text(LISTING_TEXT_LENGTH),
    whitepaper: link,
    code: link,
    community: link,
    files: Array.from({ length: LISTING_FILES }, () => '7d444840-9dc0-11d1-b245-5ffdce74fad2'),
  };
  expect(listingForm.parse(form)).toEqual(form);
  const body = JSON.stringify({ of: { id: 1e15, version: 1e9 }, form });
  expect(Buffer.byteLength(body)).toBeLessThan(BODY_BYTES);
});

it('takes a link for what a browser opens, and nothing that looks like another host', () => {
  expect(plainLink(' HTTPS://Harbour.Example/Paper ')).toBe('https://harbour.example/Paper');
  expect(plainLink('https://xn--80ak6aa92e.example')).toBe('https://xn--80ak6aa92e.example/');
  for (const bad of [
    '',
    'harbour.example',
    'http://harbour.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://candor@evil.example',
    'https://candor:pw@evil.example',
    'https://evil.example:444',
    'https://harbour',
    'https://аррӏе.example',
    'https://a.example/\u202egnp',
    'https://a.example/ b',
    'https://[::1]/',
    `https://a.example/${'a'.repeat(200)}`,
    'https://a.example\\@b.example\n',
  ])
    expect([bad, plainLink(bad)]).toEqual([bad, null]);
});

it('names the first field that is missing', () => {
  expect(missingField(EMPTY_LISTING)).toBe('project');
  const whole = {
    ...EMPTY_LISTING,
    project: 'A',
    symbol: 'A',
    about: 'A',
    website: 'https://a.example/',
    chain: 'own' as const,
    totalSupply: '1',
    circulatingSupply: '1',
    distribution: 'A',
    control: 'A',
    issuer: 'A',
    whitepaper: 'https://a.example/',
    code: 'https://a.example/',
    noAudit: 'None yet',
    team: [{ name: 'A', role: 'B', link: '' }],
  };
  expect(missingField(whole)).toBeNull();
  expect(missingField({ ...whole, chain: 'base' })).toBe('contract');
  expect(missingField({ ...whole, contract: '0x1' })).toBe('contract');
  expect(missingField({ ...whole, noAudit: '' })).toBe('noAudit');
  const audit = { auditor: 'A', link: 'https://a.example/', sha256: '' };
  expect(missingField({ ...whole, audits: [audit] })).toBe('audits.0.sha256');
  expect(missingField({ ...whole, team: [] })).toBe('team');
  expect(
    missingFields({ ...whole, audits: [{ auditor: '', link: '', sha256: 'x' }], issuer: '', symbol: '' }),
  ).toEqual(['symbol', 'audits.0.auditor', 'audits.0.link', 'issuer']);
  // in the order of the page, so that the first is the one that is focused
  expect(missingFields(EMPTY_LISTING).slice(4, 8)).toEqual([
    'chain',
    'contract',
    'totalSupply',
    'circulatingSupply',
  ]);
  expect(missingField({ ...whole, team: [...whole.team, { name: '', role: 'B', link: '' }] })).toBe(
    'team.1.name',
  );
});
