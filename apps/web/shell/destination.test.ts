import { expect, it } from 'vitest';
import { destinationOf } from './destination.ts';
import { planOf } from './plan.ts';
import { screen } from './screen.ts';

const open = (path: string) => screen({ path, component: () => null, messages: [], title: 'home.title' });
const entrance = (path: string) => ({ ...open(path), guard: () => 'visitors' as const });
const plan = planOf([
  ...['/home/index', '/trade/index', '/assets/index'].map(open),
  ...['/user/login', '/user/register'].map(entrance),
  { paths: ['/otc'] },
]);
const leads = (from: unknown) => destinationOf(from, plan, '/home/index');

it('leads a login back to the screen that it came from, with its search and its place', () => {
  for (const from of [
    '/assets/index?key=records',
    '/trade/index?type=usta&symbol=btc#book',
    '/trade/index?symbol=%E0%A4%A',
    '/otc',
  ]) {
    expect(leads(from), from).toBe(from);
  }
  expect(leads('/home/../assets/index')).toBe('/assets/index');
});

it('leads home from anything that is no screen of this app', () => {
  for (const from of [
    undefined,
    5,
    '',
    'assets/index',
    'https://evil.example/assets/index',
    'javascript:alert(1)',
    '//evil.example/assets/index',
    '/\\evil.example',
    '/\\/evil.example',
    '/assets\\index',
    '/\t/evil.example',
    '/\n/evil.example',
    '/assets/index\u0000',
    '/assets/index?key=\u0085',
    '/.//evil.example',
    '/user/login',
    '/user/login?from=/user/login',
    '/user/register#x',
    '/$',
    '/api/v1/coin/list',
    '/nowhere',
    '/%E0%A4%A',
    `/assets/index?q=${'x'.repeat(3_000)}`,
  ]) {
    expect(leads(from), String(from)).toBe('/home/index');
  }
});
