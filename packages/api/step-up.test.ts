import { expect, it } from 'vitest';
import { createClient } from './client.ts';
import { errors } from './errors.ts';
import { routes } from './routes.ts';

interface Sent {
  readonly key: string | null;
  readonly challenge: string | null;
}

/** A client of a server that answers in turn, and what it was sent. */
function clientOf(answers: readonly object[], onStepUp: () => Promise<boolean>) {
  const sent: Sent[] = [];
  let at = 0;
  const client = createClient(routes, {
    baseUrl: 'http://test',
    head: 'v1',
    token: () => 't',
    language: () => 'en',
    onStepUp,
    clock: { learn: () => {}, nowMs: () => 1_800_000_000_000, forget: () => {} },
    fetch: async (_url, init) => {
      const headers = new Headers(init?.headers);
      sent.push({ key: headers.get('idempotency-key'), challenge: headers.get('step-up') });
      return new Response(JSON.stringify(answers[at++]));
    },
  });
  return { client, sent };
}

const stepUp = { challenge: 'c1', expiresAt: 1, methods: ['password'], needed: 1, passed: [] };
const waits = {
  code: errors.STEP_UP_REQUIRED.code,
  msg: '',
  data: { key: 'STEP_UP_REQUIRED', stepUp },
};
const done = { code: 200, msg: '', data: null };
const again = { ...waits, data: { ...waits.data, stepUp: { ...stepUp, challenge: 'c2' } } };

it('sends an act again under the same key once its factors were shown', async () => {
  let asked = 0;
  const { client, sent } = clientOf([waits, again, done], async () => {
    asked += 1;
    return true;
  });
  await client.call('antiCode', { body: { code: 'blue heron' } });
  expect(asked).toBe(2);
  expect(sent.map(({ challenge }) => challenge)).toEqual([null, 'c1', 'c2']);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

it('leaves an act undone whose factors were not shown', async () => {
  const { client, sent } = clientOf([waits], async () => false);
  await expect(client.call('antiCode', { body: { code: 'blue heron' } })).rejects.toMatchObject({
    key: 'STEP_UP_REQUIRED',
  });
  expect(sent).toHaveLength(1);
});
