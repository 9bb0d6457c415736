import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { CoreLink } from '../../engine/core/index.ts';
import { registerDurations } from './durations.ts';

export interface Metrics {
  /** Counts an answered call. */
  answered(callName: string, code: number, elapsedMs: number): void;
  /** Counts a request that a limit refused before its call was looked at. */
  refused(): void;
  /** All metrics in Prometheus' text form. */
  text(): Promise<string>;
  /** Returns the metrics as values, for a process that combines those of all. */
  json(): Promise<readonly MetricObjectWithValues<MetricValue<string>>[]>;
  readonly contentType: string;
}

const HOUR_MS = 3_600_000;
/**
 * The library's delays of the loop come from a timer that wakes an idle process, and include its interval. Each process
 * reports its own delays (`candor_process_loop_delay_seconds`).
 */
const TIMED_LAGS = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'] as const;

const BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Metrics of the process, the calls and the journal, in a registry of their own, and what `more` adds to it. */
export function createMetrics(
  core: CoreLink,
  lagSeqs: () => number,
  more: (registry: Registry) => void = () => {},
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: HOUR_MS });
  for (const name of TIMED_LAGS) registry.removeSingleMetric(`nodejs_eventloop_lag_${name}_seconds`);
  const duration = registerDurations(registry, {
    name: 'candor_call_duration_seconds',
    help: 'Time to answer a call',
    bounds: BUCKETS_S,
  });
  /** Answers since the metrics were last asked for, by call and code: a plain map costs a tenth of labels. */
  const answered = new Map<string, Map<number, number>>();
  new Counter({
    name: 'candor_call_answers_total',
    help: 'Answers by call and code of the envelope',
    labelNames: ['call', 'code'],
    registers,
    collect() {
      for (const [call, codes] of answered)
        for (const [code, count] of codes) this.inc({ call, code }, count);
      answered.clear();
    },
  });
  let refused = 0;
  new Counter({
    name: 'candor_requests_refused_total',
    help: 'Requests beyond what an address may ask for in a second',
    registers,
    collect() {
      this.inc(refused);
      refused = 0;
    },
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('candor_journal_ready', '1 while the core takes commands', () =>
    core.status().state === 'ready' ? 1 : 0,
  );
  gauge('candor_journal_committed_seq', 'Last durable command', () => core.status().committedSeq);
  gauge('candor_journal_queued_commands', 'Commands that wait', () => core.status().queuedCommands);
  gauge('candor_journal_epoch', 'Epoch of the writer', () => core.status().epoch);
  gauge('candor_projection_lag_commands', 'Commands that the read models have yet to see', lagSeqs);
  more(registry);

  return {
    answered(callName, code, elapsedMs) {
      duration.observe(callName, elapsedMs / 1000);
      let codes = answered.get(callName);
      if (codes === undefined) {
        codes = new Map();
        answered.set(callName, codes);
      }
      codes.set(code, (codes.get(code) ?? 0) + 1);
    },
    refused() {
      refused += 1;
    },
    text: () => registry.metrics(),
    json: () => registry.getMetricsAsJSON(),
    contentType: registry.contentType,
  };
}
