import { setTimeout as sleep } from 'node:timers/promises';

/** Thrown by a stage that is not begun any more because the program is stopping. */
export class Stopping extends Error {
  constructor() {
    super('The program is stopping');
    this.name = 'Stopping';
  }
}

/** Waits for a promise that may never settle. Throws Stopping if the program begins to stop first. */
export function unlessStopping<T>(signal: AbortSignal, awaited: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Stopping());
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    awaited.finally(() => signal.removeEventListener('abort', stop)).then(resolve, reject);
  });
}

export interface Lifecycle {
  /** Aborted when the program begins to stop. */
  readonly signal: AbortSignal;
  /**
   * Runs one stage of the start. When the program stops, `stop` gets what `start` gave, in the reverse order of the
   * stages; a stage that is still starting is waited for first.
   */
  stage<T>(
    name: string,
    start: () => T | Promise<T>,
    stop?: (running: T) => void | Promise<void>,
  ): Promise<T>;
  /** Stops everything once, however often it is called, and resolves when all is down. */
  stop(): Promise<void>;
}

/** Makes a lifecycle. Calls `report` for stages that fail to stop or take longer than `patienceMs`. */
export function createLifecycle(report: (line: string) => void, patienceMs = 20_000): Lifecycle {
  const controller = new AbortController();
  const stops: { name: string; stop: () => void | Promise<void> }[] = [];
  let starting: Promise<unknown> = Promise.resolve();
  let stopped: Promise<void> | null = null;

  const stopAll = async () => {
    controller.abort();
    await Promise.race([starting.catch(() => {}), sleep(patienceMs, undefined, { ref: false })]);
    for (const { name, stop } of stops.reverse()) {
      const late = sleep(patienceMs, 'late', { ref: false });
      try {
        if ((await Promise.race([stop(), late])) === 'late') report(`${name} did not stop in time`);
      } catch (error) {
        report(`${name} did not stop cleanly: ${error instanceof Error ? error.message : error}`);
      }
    }
  };

  return {
    signal: controller.signal,
    async stage(name, start, stop) {
      if (controller.signal.aborted) throw new Stopping();
      const running = (async () => start())();
      starting = Promise.all([starting, running]);
      starting.catch(() => {});
      const value = await running;
      if (stop !== undefined) stops.push({ name, stop: () => stop(value) });
      return value;
    },
    stop() {
      stopped ??= stopAll();
      return stopped;
    },
  };
}
