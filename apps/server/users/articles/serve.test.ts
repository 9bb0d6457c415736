import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { serveFeeds } from './serve.ts';

it('counts a feed as a search, and reads it once for all who ask meanwhile', async () => {
  const app = Fastify();
  const costs: unknown[] = [];
  let reads = 0;
  app.addHook('onRequest', async (request) => {
    costs.push(request.routeOptions.config.limit?.cost(request as never));
  });
  serveFeeds(app, {
    headers: {},
    articles: {
      publicUrl: 'https://exchange.example',
      async announcements() {
        reads += 1;
        await new Promise((resolve) => setImmediate(resolve));
        return { records: [], total: 0, unread: 0 };
      },
    },
  });
  await app.ready();
  const asked = Array.from({ length: 5 }, () => app.inject('/feeds/en/listing.xml'));
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
  expect({ reads, costs }).toEqual({ reads: 1, costs: Array(5).fill(5) });
  await app.inject('/feeds/en/listing.xml');
  expect(reads).toBe(2);
  await app.close();
});
