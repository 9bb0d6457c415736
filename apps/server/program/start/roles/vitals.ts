import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Vitals } from './messages.ts';

/** The window of a reading: it covers at least one and at most two. */
const WINDOW_MS = 10_000;
/**
 * Starts to measure this process. A reading covers the previous window and the current one. The loop's delay is sampled
 * at each of its turns: a timer would wake an idle process more often than its work does, and miss short stalls.
 */
export function watchVitals(): () => Vitals {
  const windows = [
    monitorEventLoopDelay({ samplePerIteration: true }),
    monitorEventLoopDelay({ samplePerIteration: true }),
  ];
  let newest = 0;
  let before = performance.eventLoopUtilization();
  let current = before;
  windows[newest]!.enable();
  setInterval(() => {
    before = current;
    current = performance.eventLoopUtilization();
    windows[newest]!.disable();
    newest = 1 - newest;
    windows[newest]!.reset();
    windows[newest]!.enable();
  }, WINDOW_MS).unref();

  return () => {
    const delays = windows.filter(({ count }) => count > 0);
    const most = (read: (window: (typeof windows)[number]) => number) =>
      Math.max(0, ...delays.map((window) => read(window) / 1e6));
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return {
      loopDelayP50Ms: most((window) => window.percentile(50)),
      loopDelayP99Ms: most((window) => window.percentile(99)),
      loopDelayMaxMs: most(({ max }) => max),
      utilisation: performance.eventLoopUtilization(before).utilization,
      residentBytes: rss,
      heapBytes: heapUsed,
      cpuSeconds: (user + system) / 1e6,
    };
  };
}
