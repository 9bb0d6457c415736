import { expect, it } from 'vitest';
import { createClient } from './client.ts';
import { routes } from './routes.ts';

const refusedWith = (answer: object, status: number) =>
  createClient(routes, {
    baseUrl: 'http://test',
    head: 'v1',
    token: () => null,
    language: () => 'en',
    fetch: async () => Response.json(answer, { status }),
  })
    .call('getSpotGoods')
    .then(
      () => null,
      ({ code, message, key }) => ({ code, message, key }),
    );

it.each([
  ['the message', { code: 1234, msg: 'Not now', data: null }, 200, 1234, 'Not now'],
  [
    'the message before the description',
    { code: 1234, msg: 'Not now', error_description: 'x' },
    400,
    1234,
    'Not now',
  ],
  [
    'the description of an empty message',
    { code: 1234, msg: ' ', error_description: 'Try later' },
    200,
    1234,
    'Try later',
  ],
  ['the description alone', { code: 1234, error_description: 'Try later' }, 400, 1234, 'Try later'],
  [
    'a description without a code',
    { error: 'invalid_token', error_description: 'Expired' },
    401,
    401,
    'Expired',
  ],
  ['no words', { code: 1234 }, 200, 1234, ''],
] as const)('an answer that is refused says %s', async (_case, answer, status, code, message) => {
  expect(await refusedWith(answer, status)).toMatchObject({ code, message });
});

it('what is no answer of the API is a lost one', async () => {
  for (const answer of [[], { status: 'ok' }, { code: 'x' }])
    expect(await refusedWith(answer, 200)).toMatchObject({ code: 0 });
});
