import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextFrame, UNSEEN_FRAME_MS } from './next-frame.ts';

describe('the next frame', () => {
  let frames: (() => void)[] = [];
  beforeEach(() => {
    frames = [];
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
    vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.splice(frame - 1, 1));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is the one that is painted', () => {
    const work = vi.fn();
    nextFrame(work);
    frames[0]!();
    vi.advanceTimersByTime(UNSEEN_FRAME_MS);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('comes after a time where nothing is painted, and not once more with the frame that comes later', () => {
    const work = vi.fn();
    nextFrame(work);
    vi.advanceTimersByTime(UNSEEN_FRAME_MS - 1);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    for (const frame of frames) frame();
    expect(work).toHaveBeenCalledTimes(1);
  });
});
