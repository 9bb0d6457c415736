export { sleep as setTimeout } from './clock.ts';

/** The next turn of the event loop, which is the same in every run. */
export function setImmediate(): Promise<void> {
  return new Promise((resolve) => globalThis.setImmediate(resolve));
}
