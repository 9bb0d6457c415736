import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { PASSWORD } from './support/person.ts';

/** Headers of a proxy that adds to the one that a client sent. */
const throughProxy = (invented: number) => ({
  'content-type': 'application/json',
  'x-forwarded-for': `10.0.0.${invented}, 203.0.113.9`,
});

async function answers(count: number, ask: (attempt: number) => Promise<Response>): Promise<string[]> {
  const responses = await Promise.all(Array.from({ length: count }, (_, attempt) => ask(attempt)));
  const bodies = await Promise.all(responses.map((response) => response.json()));
  return bodies.map((body) => (body as { data: { key?: string } | null }).data?.key ?? 'taken');
}

const countOf = (key: string, keys: readonly string[]) => keys.filter((each) => each === key).length;

let house: House;
beforeAll(async () => {
  house = await openHouse({ loginAttemptsPerMinute: 3, registrationsPerHour: 2 });
});
afterAll(() => house?.stop());

describe('behind a proxy an address that the client names itself gives it no allowance of its own', () => {
  const post = (path: string, attempt: number, body: unknown) =>
    fetch(house.url + path, {
      method: 'POST',
      headers: throughProxy(attempt),
      body: JSON.stringify(body),
    });

  it('of logins', async () => {
    const keys = await answers(8, (attempt) =>
      post('/api/user/login', attempt, { type: 'account', account: `guess_${attempt}`, password: PASSWORD }),
    );
    // Near the limit an attempt without a proof of work is refused before it counts.
    const refused = countOf('LOGIN_RATE_LIMITED', keys) + countOf('LOGIN_PROOF_NEEDED', keys);
    expect(refused).toBeGreaterThanOrEqual(5);
    expect(refused + countOf('WRONG_CREDENTIALS', keys)).toBe(8);
  });

  it('of logins from the networks of one IPv6 site, beyond eight times as many', async () => {
    const keys = await answers(40, (attempt) =>
      fetch(`${house.url}/api/user/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `2001:db8:6:${attempt.toString(16)}::1`,
        },
        body: JSON.stringify({ type: 'account', account: `of_site_${attempt}`, password: PASSWORD }),
      }),
    );
    const hashed = countOf('WRONG_CREDENTIALS', keys);
    expect(hashed).toBeLessThanOrEqual(3 * 8);
    // near the limit attempts need a proof of work, and do not count without one
    expect(hashed + countOf('LOGIN_RATE_LIMITED', keys) + countOf('LOGIN_PROOF_NEEDED', keys)).toBe(40);
  });

  it('of registrations', async () => {
    const keys = await answers(6, (attempt) =>
      post('/api/user/register', attempt, {
        type: 'account',
        account: `fresh_${attempt}`,
        password: PASSWORD,
        confirmPassword: PASSWORD,
      }),
    );
    expect(countOf('REGISTER_RATE_LIMITED', keys)).toBe(4);
  });

  it('of registrations from the networks of one IPv6 site', async () => {
    const keys = await answers(24, (attempt) =>
      fetch(`${house.url}/api/user/register`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `2001:db8:7:${attempt.toString(16)}::1`,
        },
        body: JSON.stringify({
          type: 'account',
          account: `site_${attempt}`,
          password: PASSWORD,
          confirmPassword: PASSWORD,
        }),
      }),
    );
    expect(countOf('REGISTER_RATE_LIMITED', keys)).toBe(24 - 2 * 8);
  });

  it('of calls to the API and to the console', async () => {
    const small = await openHouse({ callsPerSecond: 5 });
    const desk = await openConsole(small, { proxies: ['127.0.0.0/8', '::1'], callsPerSecond: 5 });
    try {
      const asks = [
        (attempt: number) =>
          fetch(`${small.url}/api/common/getAllSetting`, { method: 'POST', headers: throughProxy(attempt) }),
        (attempt: number) => fetch(`${desk.url}/api/console/operator`, { headers: throughProxy(attempt) }),
      ];
      for (const ask of asks) {
        const keys = await answers(30, ask);
        // Several seconds may pass on a busy machine, each with an allowance of its own.
        expect(countOf('RATE_LIMITED', keys)).toBeGreaterThanOrEqual(10);
      }
    } finally {
      await desk.stop();
      await small.stop();
    }
  });
});
