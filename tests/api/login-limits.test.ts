import { errors } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { openHouse } from './support/house.ts';
import { send } from './support/person.ts';
import { solved } from './support/proof.ts';

describe('login and registration', () => {
  it('are limited by address and by account, with the time to wait', async () => {
    // attempts come back with time, of which a busy machine takes much between two of them
    const startMs = Date.now();
    const strict = await openHouse({
      loginAttemptsPerMinute: 3,
      registrationsPerHour: 2,
      clock: () => startMs,
    });
    try {
      const from = (ip: string, path: string, body: unknown) =>
        send(strict, 'POST', path, { body, headers: { 'x-forwarded-for': ip } });
      const login = async (ip: string, account: string, password = 'wrong-horse-9') => {
        const body = { type: 'account', account, password };
        const answer = await from(ip, '/api/user/login', body);
        const proof = await solved(answer.data);
        return proof === undefined ? answer : from(ip, '/api/user/login', { ...body, proof });
      };
      const register = (ip: string, account: string) =>
        from(ip, '/api/user/register', {
          type: 'account',
          account,
          password: 'right-horse-9',
          confirmPassword: 'right-horse-9',
        });
      expect((await register('203.0.113.1', 'first_person')).code).toBe(200);
      expect((await register('203.0.113.1', 'first_person')).code).toBe(errors.ACCOUNT_TAKEN.code);
      const third = await register('203.0.113.1', 'third_person');
      expect(third.data).toMatchObject({ key: 'REGISTER_RATE_LIMITED', retryAfterMs: expect.any(Number) });
      const joined = await register('203.0.113.2', 'third_person');
      expect(joined.code).toBe(200);
      const device = joined.headers.getSetCookie()[0]?.split(';')[0] as string;

      for (const account of ['a_1_a', 'a_2_a', 'a_3_a']) await login('203.0.113.3', account);
      const byAddress = await login('203.0.113.3', 'first_person', 'right-horse-9');
      expect(byAddress.data).toMatchObject({ key: 'LOGIN_RATE_LIMITED', retryAfterMs: expect.any(Number) });

      for (const ip of ['203.0.113.4', '203.0.113.5']) await login(ip, 'third_person');
      expect((await login('203.0.113.6', 'third_person', 'right-horse-9')).code).toBe(200);
      for (let attempt = 0; attempt < 6; attempt++) await login('203.0.113.7', 'third_person');
      expect((await login('203.0.113.8', 'third_person', 'right-horse-9')).code).toBe(200);
      for (let address = 100; address < 130; address++) await login(`203.0.113.${address}`, 'Third_Person ');
      const byAccount = await login('203.0.113.10', 'third_person', 'right-horse-9');
      expect(byAccount.data).toMatchObject({ key: 'LOGIN_RATE_LIMITED' });

      const attempt = (cookie: string, password: string) =>
        send(strict, 'POST', '/api/user/login', {
          body: { type: 'account', account: 'third_person', password },
          headers: { 'x-forwarded-for': '203.0.113.10', cookie },
        });
      const known = await attempt(device, 'right-horse-9');
      expect(known.code).toBe(200);
      const cookies = known.headers.getSetCookie();
      expect(cookies[0]).toMatch(
        /^candor-device=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/,
      );
      const renewed = cookies[0]?.split(';')[0] as string;
      expect((await attempt(device, 'right-horse-9')).data).toMatchObject({ key: 'LOGIN_RATE_LIMITED' });
      expect((await attempt(renewed, 'wrong-horse-9')).data).toMatchObject({ key: 'WRONG_CREDENTIALS' });
      const { rows: devices } = await strict.pool.query('select * from identity.known_device');
      expect(JSON.stringify(devices)).not.toContain(renewed.split('=')[1]);

      const signedIn = {
        headers: { authorization: (known.data as { satoken: string }).satoken, cookie: renewed },
      };
      const member = '/api/v1/coin/member';
      const list = await send(strict, 'GET', `${member}/getLoginDevice`, signedIn);
      const own = (list.data as { id: string; current: boolean }[]).find(({ current }) => current);
      expect((await send(strict, 'POST', `${member}/deleteDevice/${own?.id}`, signedIn)).code).toBe(200);
      expect((await attempt(renewed, 'right-horse-9')).data).toMatchObject({ key: 'LOGIN_RATE_LIMITED' });

      // one customer may have 65,536 networks of IPv6: together they have eight times as many attempts as one
      const ofSite = (network: number) => login(`2001:db8:4:${network.toString(16)}::1`, `site_${network}`);
      for (let network = 0; network < 3 * 8; network++) {
        expect((await ofSite(network)).data).toMatchObject({ key: 'WRONG_CREDENTIALS' });
      }
      expect((await ofSite(0xffff)).data).toMatchObject({ key: 'LOGIN_RATE_LIMITED' });
      expect((await login('2001:db8:5::1', 'site_99')).data).toMatchObject({ key: 'WRONG_CREDENTIALS' });

      const { rows } = await strict.pool.query('select key from identity.rate_limit');
      expect(JSON.stringify(rows)).not.toMatch(/third_person|203\.0/i);
    } finally {
      await strict.stop();
    }
  });
});
