import type { Metric, MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

interface Counts {
  /** Durations by the first bound that they do not exceed; the last one has those above all bounds. */
  readonly buckets: number[];
  seconds: number;
}

/** Durations by call, in the form of a Prometheus histogram. */
export interface Durations {
  observe(call: string, seconds: number): void;
}

/**
 * Registers a histogram with the label `call`. It counts in plain arrays: the library's own checks and hashes the
 * labels at each observation, which costs an order as much as reading its session.
 */
export function registerDurations(
  registry: Registry,
  {
    name,
    help,
    bounds,
  }: { readonly name: string; readonly help: string; readonly bounds: readonly number[] },
): Durations {
  const byCall = new Map<string, Counts>();

  function valuesOf(): MetricValue<string>[] {
    const values: (MetricValue<string> & { metricName: string })[] = [];
    const add = (suffix: string, value: number, labels: Record<string, string | number>) =>
      void values.push({ metricName: `${name}_${suffix}`, value, labels });
    for (const [call, { buckets, seconds }] of byCall) {
      let count = 0;
      for (let at = 0; at < buckets.length; at++) {
        count += buckets[at] as number;
        add('bucket', count, { le: bounds[at] ?? '+Inf', call });
      }
      add('sum', seconds, { call });
      add('count', count, { call });
    }
    return values;
  }

  const metric = {
    name,
    get: async () =>
      ({
        name,
        help,
        type: 'histogram',
        values: valuesOf(),
        aggregator: 'sum',
      }) as unknown as MetricObjectWithValues<MetricValue<string>>,
    reset: () => byCall.clear(),
  };
  // The registry uses no more of a metric than this.
  registry.registerMetric(metric as unknown as Metric);

  return {
    observe(call, seconds) {
      let counts = byCall.get(call);
      if (counts === undefined) {
        counts = { buckets: Array<number>(bounds.length + 1).fill(0), seconds: 0 };
        byCall.set(call, counts);
      }
      let at = 0;
      while (at < bounds.length && seconds > (bounds[at] as number)) at += 1;
      counts.buckets[at] = (counts.buckets[at] as number) + 1;
      counts.seconds += seconds;
    },
  };
}
