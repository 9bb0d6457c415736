import { describe, expect, it } from 'vitest';
import { createMetricsApp } from './metrics-app.ts';

const metrics = { text: async () => 'candor_things 1\n', contentType: 'text/plain; version=0.0.4' };
const TOKEN = 'a-token-of-sixteen-or-more';

async function ask(token: string | null, headers: Record<string, string> = {}, url = '/metrics') {
  const app = await createMetricsApp(metrics, token);
  const { statusCode, body } = await app.inject({ url, headers });
  await app.close();
  return { statusCode, body };
}

describe('metrics on their own port', () => {
  it('are given to all who reach it where no token is set', async () => {
    expect(await ask(null)).toEqual({ statusCode: 200, body: 'candor_things 1\n' });
  });

  it('are given to nobody without the token where one is set', async () => {
    for (const authorization of ['', 'Bearer ', 'Bearer another-token-of-16', `Basic ${TOKEN}`]) {
      const { statusCode, body } = await ask(TOKEN, authorization === '' ? {} : { authorization });
      expect([400, 401], authorization).toContain(statusCode);
      expect(body).not.toContain('candor_things');
    }
    expect(await ask(TOKEN, { authorization: `Bearer ${TOKEN}` })).toMatchObject({ statusCode: 200 });
  });

  it('are all that is there', async () => {
    for (const url of ['/', '/readyz', '/api/console/operator'])
      expect((await ask(null, {}, url)).statusCode, url).toBe(404);
  });
});
