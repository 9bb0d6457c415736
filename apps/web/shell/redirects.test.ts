import { describe, expect, it } from 'vitest';
import { planOf } from './plan.ts';
import { isExternal, redirectOf as redirectIn } from './redirects.ts';

const plan = planOf([{ paths: ['/rule/index', '/account/center/$', '/exchange/full-screen/$type'] }]);
const redirectOf = (path: string) => redirectIn(path, plan);

describe('redirects', () => {
  it('lead everything unknown to the home page', () => {
    for (const path of ['/', '/home', '/nothing', '/trade', '/user', '/defis/other', '/article']) {
      expect(redirectOf(path), path).toEqual({ to: '/home/index', inviteCode: null });
    }
  });

  it('take the invite code from the text after the marker', () => {
    expect(redirectOf('/invite/AB12CD')).toEqual({ to: '/user/register', inviteCode: 'AB12CD' });
    expect(redirectOf('/en/invite/AB12CD/more')).toEqual({ to: '/user/register', inviteCode: 'AB12CD' });
    expect(redirectOf('/invite/a%20b')).toEqual({ to: '/user/register', inviteCode: 'a b' });
  });

  it('lead an invitation without a code to registration, and keep a code that is badly encoded', () => {
    expect(redirectOf('/invite/')).toEqual({ to: '/user/register', inviteCode: null });
    expect(redirectOf('/invite/%E0%A4%A')).toEqual({ to: '/user/register', inviteCode: '%E0%A4%A' });
  });

  it('leave the fixed addresses of products that are not open yet', () => {
    for (const path of [
      '/rule/index',
      '/rule/index/',
      '/account/center',
      '/account/center/security/setting/phone',
      '/exchange/full-screen/BTC_USDT',
    ]) {
      expect(redirectOf(path), path).toBeNull();
    }
    expect(redirectOf('/exchange/full-screen/a/b')).not.toBeNull();
    expect(redirectOf('/ruleXindex')).not.toBeNull();
  });

  it('know a link that leads off the site', () => {
    expect(isExternal('https://example.org')).toBe(true);
    expect(isExternal('HTTP://example.org')).toBe(true);
    expect(isExternal('/httpd')).toBe(false);
  });
});
