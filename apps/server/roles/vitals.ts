import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Vitals } from './messages.ts';

/** The window that a reading looks back on: at least one, at most two. */
const WINDOW_MS = 10_000;
/** How often the loop's delay is taken; a finer grid would wake an idle process more than its work does. */
const RESOLUTION_MS = 100;

/** Begins to watch this process; the reading looks at the window before and the one that runs. */
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
      // A delay is the time between two samples: what goes beyond the grid is the loop's.
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
