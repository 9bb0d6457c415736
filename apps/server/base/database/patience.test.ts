import { expect, test } from 'vitest';
import { Stopping } from '../work/lifecycle.ts';
import { createPatience } from './patience.ts';

const away = (code: string) => Object.assign(new Error(`away: ${code}`), { code });
/** Errors of PostgreSQL and the driver for a server that is killed, starts, recovers, stops, is gone or has a full disk. */
const AWAY: readonly unknown[] = [
  away('57P03'),
  away('57P01'),
  away('57P02'),
  away('53100'),
  away('ECONNREFUSED'),
  away('ENOENT'),
  away('ECONNRESET'),
  away('EPIPE'),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('timeout expired'),
  new Error('PostgreSQL does not answer', { cause: away('57P03') }),
];

function patient(patienceMs?: number) {
  const lines: string[] = [];
  const stop = new AbortController();
  const patience = createPatience({
    log: (line) => lines.push(line),
    signal: stop.signal,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  return { patience, lines, stop };
}

/** Fails with each error in turn, then succeeds. */
function failing(errors: readonly unknown[]): () => Promise<string> {
  const left = [...errors];
  return async () => {
    if (left.length > 0) throw left.shift();
    return 'done';
  };
}

test.each(AWAY.map((error) => [(error as Error).message, error]))(
  'a step runs again after "%s"',
  async (_, error) => {
    expect(await patient().patience(failing([error]))).toBe('done');
  },
);

test('an outage is said once, however many steps wait and fail, and so is its end', async () => {
  const { patience, lines } = patient();
  const steps = [1, 2, 3].map((times) => patience(failing(AWAY.slice(0, times))));
  expect(await Promise.all(steps)).toEqual(['done', 'done', 'done']);
  expect(lines).toEqual([
    'The database is away, and the start waits for it: away: 57P03',
    'The start waits for the database no longer',
  ]);
});

test('any other error ends the step at once', async () => {
  const { patience, lines } = patient();
  for (const error of [new Error('a bug'), away('42P01')])
    await expect(patience(failing([error]))).rejects.toBe(error);
  expect(lines).toEqual([]);
});

test('a step names further errors that pass', async () => {
  const opening = new Error('opening');
  expect(await patient().patience(failing([opening]), (error) => error === opening)).toBe('done');
});

test('a database that stays away ends the start with a sentence', async () => {
  const { patience } = patient(0);
  const ended = patience(failing(AWAY));
  await expect(ended).rejects.toMatchObject({
    name: 'StartupError',
    code: 'DATABASE_UNREACHABLE',
    message: expect.stringMatching(
      /^The database was away for 0 seconds of the start \(away: 57P03\)\. Check .*\.$/,
    ),
  });
});

test('a stop ends the wait', async () => {
  const { patience, stop } = patient();
  const ended = patience(async () => {
    setImmediate(() => stop.abort());
    throw away('ECONNREFUSED');
  });
  await expect(ended).rejects.toThrow(Stopping);
});
