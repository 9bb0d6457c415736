import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServerClock } from '@candor/api';
import { expect, it } from 'vitest';
import { createActKit } from './act-kit.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SERVER_MS = Date.UTC(2026, 4, 1);

/** The time that a key states, in ms; null where it states none. */
const timeOf = (key: string) => {
  const [, time] = /^t([0-9a-z]+)-/.exec(key) ?? [];
  return time === undefined ? null : Number.parseInt(time, 36);
};

it('keys state the server’s time, however wrong the device’s is', () => {
  for (const days of [0, 2, -7, 400, -400, 3_650, -3_650, 5 / 1_440, -5 / 1_440]) {
    let steadyMs = 0;
    let setMs = SERVER_MS + days * DAY_MS;
    const clock = createServerClock({ steadyMs: () => steadyMs, dayMs: () => setMs + steadyMs });
    const kit = createActKit(clock.nowMs);
    // before the server has sent its time, a key states none
    expect(timeOf(kit.newKey())).toBeNull();
    clock.learn(SERVER_MS);
    steadyMs += MINUTE_MS;
    expect(timeOf(kit.newKey()), `${days} days`).toBe(SERVER_MS + MINUTE_MS);
    // the clock is set while the page is open
    setMs -= days * DAY_MS + DAY_MS;
    expect(timeOf(kit.newKey())).toBeNull();
    clock.learn(SERVER_MS + MINUTE_MS);
    expect(timeOf(kit.newKey()), `${days} days, set back`).toBe(SERVER_MS + MINUTE_MS);
  }
});

/** Files that measure by the device's clock alone, or fall back on it: what a server reads is never made there. */
const byDeviceClock = new Set([
  'apps/web/data/session.ts',
  'apps/web/data/storage.ts',
  'apps/web/data/services.ts',
  'apps/web/data/market/live-socket.ts',
  'apps/console/data/session.ts',
]);

it('no other file of the apps reads the device’s time', () => {
  const root = join(import.meta.dirname, '../../..');
  const reads = ['apps/web', 'apps/console'].flatMap((app) =>
    readdirSync(join(root, app), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => `${app}/${file}`)
      .filter((file) => /\bDate\.now\(|new Date\(\)/.test(readFileSync(join(root, file), 'utf8'))),
  );
  expect(reads.filter((file) => !byDeviceClock.has(file))).toEqual([]);
});
