import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { type Look, registerLooks } from './looks.ts';

const look = (read: Look['read']): Look => ({
  subject: 'cellar',
  gauges: {
    barrels: { help: 'Barrels, by their wine', labels: ['wine'] },
    oldest_timestamp_seconds: { help: 'Time of the oldest' },
  },
  read,
});

const valuesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('a look', () => {
  it('fills all its gauges at once, each time that metrics are asked for', async () => {
    const registry = new Registry();
    let taken = 0;
    registerLooks(registry, [
      look(async () => {
        taken += 1;
        return taken === 1
          ? [
              { gauge: 'barrels', labels: { wine: 'red' }, value: 3 },
              { gauge: 'oldest_timestamp_seconds', value: 7 },
            ]
          : [{ gauge: 'barrels', labels: { wine: 'white' }, value: 1 }];
      }),
    ]);
    expect(valuesOf(await registry.metrics())).toEqual([
      'candor_barrels{wine="red"} 3',
      'candor_oldest_timestamp_seconds 7',
      'candor_metrics_failed{subject="cellar"} 0',
    ]);
    // what was not read has no value, in place of its last one or 0
    expect(valuesOf(await registry.metrics())).toEqual([
      'candor_barrels{wine="white"} 1',
      'candor_metrics_failed{subject="cellar"} 0',
    ]);
    expect(taken).toBe(2);
  });

  it('that fails says so, and leaves the others their values', async () => {
    const registry = new Registry();
    registerLooks(registry, [
      look(() => Promise.reject(new Error('the cellar is dark'))),
      {
        subject: 'attic',
        gauges: { boxes: { help: 'Boxes' } },
        read: async () => [{ gauge: 'boxes', value: 2 }],
      },
    ]);
    expect(valuesOf(await registry.metrics())).toEqual([
      'candor_boxes 2',
      'candor_metrics_failed{subject="cellar"} 1',
      'candor_metrics_failed{subject="attic"} 0',
    ]);
  });
});
