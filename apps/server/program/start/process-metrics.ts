import {
  AggregatorRegistry,
  Counter,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { ProcessRow } from '../../operators/operator/index.ts';
import type { ProcessState, Vitals } from './roles/messages.ts';

type Metric = MetricObjectWithValues<MetricValue<string>>;

/** A process with its own report; null values if it does not answer. */
export interface ProcessReport extends ProcessState {
  readonly vitals: Vitals | null;
  /** Its metrics, or null if it has none. */
  readonly metrics: readonly Metric[] | null;
}

/** Returns the dashboard's rows. */
export function processRows(reports: readonly Omit<ProcessReport, 'metrics'>[]): ProcessRow[] {
  return reports.map(({ name, state, restarts, vitals }) => ({
    name,
    state,
    restarts,
    loopDelayMs: vitals === null ? null : Math.round(vitals.loopDelayP99Ms),
    busyPercent: vitals === null ? null : Math.round(vitals.utilisation * 100),
    memoryMb: vitals === null ? null : Math.round(vitals.residentBytes / 1e6),
  }));
}

/** Returns all processes' metrics in Prometheus' text format, each value labelled with its process. */
export async function renderMetrics(reports: readonly ProcessReport[]): Promise<string> {
  const all = [...reports.map(ofProcess), await vitalsOf(reports)];
  return AggregatorRegistry.aggregate(all as never).metrics();
}

function ofProcess({ name, metrics }: ProcessReport): Metric[] {
  return (metrics ?? []).map((metric) => ({
    ...metric,
    // The default aggregator of some metrics omits them; here each process has its own label.
    aggregator: 'sum',
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process: name } })),
  }));
}

async function vitalsOf(reports: readonly ProcessReport[]): Promise<Metric[]> {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, ...labels: Label[]) =>
    new Gauge({ name, help, labelNames: ['process', ...labels], registers: [registry] });
  const up = gauge('candor_process_up', '1 while the process is ready');
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['process'], registers: [registry] });
  const restarts = counter('candor_process_restarts_total', 'How often the process was started again');
  const delay = gauge(
    'candor_process_loop_delay_seconds',
    'How late the event loop was in the last 10 to 20 seconds',
    'percentile',
  );
  const utilisation = gauge('candor_process_loop_utilisation_ratio', 'Busy share of the event loop, 0 to 1');
  const resident = gauge('candor_process_resident_bytes', 'Resident memory');
  const heap = gauge('candor_process_heap_bytes', 'Used heap of JavaScript');
  const cpu = counter('candor_process_cpu_seconds_total', 'Processor time since the process began');
  for (const { name, state, restarts: count, vitals } of reports) {
    const of = { process: name };
    up.set(of, state === 'ready' ? 1 : 0);
    restarts.inc(of, count);
    if (vitals === null) continue;
    delay.set({ ...of, percentile: '50' }, vitals.loopDelayP50Ms / 1_000);
    delay.set({ ...of, percentile: '99' }, vitals.loopDelayP99Ms / 1_000);
    delay.set({ ...of, percentile: '100' }, vitals.loopDelayMaxMs / 1_000);
    utilisation.set(of, vitals.utilisation);
    resident.set(of, vitals.residentBytes);
    heap.set(of, vitals.heapBytes);
    cpu.inc(of, vitals.cpuSeconds);
  }
  return registry.getMetricsAsJSON() as Promise<Metric[]>;
}
