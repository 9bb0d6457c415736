import { describe, expect, it } from 'vitest';
import { shellPartsOf } from './visibility.ts';

describe('the shell’s parts', () => {
  it.each(['/user/login', '/user/register', '/user/reset'])('hide top bar and footer on %s', (path) => {
    expect(shellPartsOf(path)).toEqual({ topBar: false, footer: false, bottomBar: false });
  });

  it('keep both on the user centre', () => {
    expect(shellPartsOf('/user/index')).toMatchObject({ topBar: true, footer: true });
  });

  it.each([
    '/pledge/index',
    '/pledge/add',
    '/finance/detail',
    '/trade/index',
    '/exchange/full-screen/BTC_USDT',
    '/exchange/full-contract/BTC_USDT',
  ])('hide the footer alone on %s', (path) => {
    expect(shellPartsOf(path)).toMatchObject({ topBar: true, footer: false });
  });

  it.each([
    '/home/index',
    '/quotes/index',
    '/finance/investment',
    '/assets/index',
    '/exchange/index',
    '/trader',
  ])('show everything on %s', (path) => {
    expect(shellPartsOf(path)).toEqual({ topBar: true, footer: true, bottomBar: true });
  });

  it('leave the phone’s bottom edge to the trade page', () => {
    expect(shellPartsOf('/trade/index').bottomBar).toBe(false);
  });
});
