/** Time after which work is done without a frame: a tab in the background paints none, and its title shows a price. */
export const UNSEEN_FRAME_MS = 1_000;

/** Runs a callback at the next frame, or after `UNSEEN_FRAME_MS` where no frame comes; once. */
export function nextFrame(callback: () => void): void {
  const run = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    callback();
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, UNSEEN_FRAME_MS);
}
