import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { registerDurations } from './durations.ts';

const bounds = [0.001, 0.01, 0.1];
const name = 'call_seconds';
const help = 'Time to answer';
const observed = [
  ['place', 0.0005],
  ['place', 0.001],
  ['place', 0.0011],
  ['place', 5],
  ['cancel', 0.1],
] as const;

/** The lines without their order: the library lists the bounds before their call. */
function linesOf(text: string): string[] {
  const sortedLabels = (line: string) =>
    line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').sort().join(',')}}`);
  return text.split('\n').map(sortedLabels).sort();
}

test('it shows the same lines as the histogram of the library', async () => {
  const ours = new Registry();
  const theirs = new Registry();
  const durations = registerDurations(ours, { name, help, bounds });
  const histogram = new Histogram({ name, help, labelNames: ['call'], buckets: bounds, registers: [theirs] });
  for (const [call, seconds] of observed) {
    durations.observe(call, seconds);
    histogram.observe({ call }, seconds);
  }
  expect(linesOf(await ours.metrics())).toEqual(linesOf(await theirs.metrics()));
  expect(await ours.metrics()).toContain('call_seconds_bucket{le="0.001",call="place"} 2');
});
