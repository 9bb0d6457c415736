import { describe, expect, it } from 'vitest';
import { accountMenu, assetsMenu, closedEntryOf, footerColumns, topBarTools, topMenu } from './menu.ts';

const ids = (entries: readonly { readonly id: string }[]) => entries.map((entry) => entry.id);
const openIds = (entries: readonly { readonly id: string; readonly open: boolean }[]) =>
  ids(entries.filter((entry) => entry.open));

describe('the menu', () => {
  it('lists the products in their order, trading with its three kinds', () => {
    expect(ids(topMenu)).toEqual(['home', 'market', 'trade', 'defi', 'staking', 'power', 'rules', 'finance']);
    expect(topMenu[2]!.children!.map((child) => child.search)).toEqual([
      { type: 'spot' },
      { type: 'sec' },
      { type: 'usta' },
    ]);
  });

  it('opens only what works', () => {
    expect(openIds(topMenu)).toEqual(['home', 'market', 'trade']);
    expect(openIds(topMenu[2]!.children!)).toEqual(['spot', 'flash', 'contracts']);
    expect(openIds(assetsMenu)).toEqual(['assets', 'transfer', 'records']);
    expect(openIds(accountMenu(true))).toEqual(['security']);
    expect(openIds(footerColumns.flatMap((column) => column.entries))).toEqual([
      ...['market', 'spot', 'flash', 'contracts', 'flashBtc', 'flashEth', 'flashBnb', 'fees'],
    ]);
  });

  it('shows nine asset entries to users', () => {
    expect(assetsMenu.map((entry) => entry.search!.key)).toEqual([
      'overview',
      'finance',
      'agreement',
      'recharge',
      'withdraw',
      'swap',
      'transfer',
      'tradeOrder',
      'records',
    ]);
  });

  it('shows the merchant entry to merchants alone', () => {
    expect(ids(accountMenu(false))).not.toContain('merchant');
    expect(ids(accountMenu(true))).toContain('merchant');
  });

  it('offers login and registration to visitors, assets and account to users', () => {
    expect(topBarTools(false)).toEqual(['login', 'register']);
    expect(topBarTools(true)).toEqual(['assets', 'account']);
  });
});

describe('the page of what is not open yet', () => {
  it.each([
    ['/pledge/add', {}, 'staking'],
    ['/defis/index', {}, 'defi'],
    ['/loan/order', {}, 'power'],
    ['/finance/detail', {}, 'finance'],
    ['/assets/index', { key: 'withdraw' }, 'withdraw'],
    ['/account/center/kyc', {}, 'verification'],
    ['/user/index', { key: 'termsService' }, 'terms'],
  ])('names the product of %s %o', (path, search, id) => {
    expect(closedEntryOf(path, search)?.id).toBe(id);
  });

  it('names nothing that it does not know', () => {
    expect(closedEntryOf('/otc/common', {})).toBeNull();
  });
});
