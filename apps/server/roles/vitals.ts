import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Vitals } from './messages.ts';

/** The window of a reading: it covers at least one and at most two. */
const WINDOW_MS = 10_000;
/** The sampling interval of the loop's delay; a finer one would wake an idle process more than its work does. */
const RESOLUTION_MS = 100;

/** Starts to measure this process. A reading covers the previous window and the current one. */
export function watchVitals(): () => Vitals {
  const windows = [
    monitorEventLoopDelay({ resolution: RESOLUTION_MS }),
    monitorEventLoopDelay({ resolution: RESOLUTION_MS }),
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
      // A sample is the time between two timer ticks; the part above the interval is the loop's delay.
      Math.max(0, ...delays.map((window) => read(window) / 1e6 - RESOLUTION_MS));
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
