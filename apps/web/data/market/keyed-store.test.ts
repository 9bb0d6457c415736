import { describe, expect, it, vi } from 'vitest';
import { createFrameBatch, createKeyedStore } from './keyed-store.ts';

function manualFrames() {
  const frames: (() => void)[] = [];
  return {
    batch: createFrameBatch((run) => frames.push(run)),
    requested: () => frames.length,
    paint: () => {
      for (const run of frames.splice(0)) run();
    },
  };
}

describe('a keyed store', () => {
  it('shows a burst of changes once, at the next frame, with the last value', () => {
    const { batch, paint, requested } = manualFrames();
    const store = createKeyedStore<number>(batch);
    const listener = vi.fn();
    store.subscribe('BTCUSDT', listener);
    for (let n = 1; n <= 500; n += 1) store.set('BTCUSDT', () => n);
    expect(store.get('BTCUSDT')).toBeUndefined();
    expect(requested()).toBe(1);
    paint();
    expect(store.get('BTCUSDT')).toBe(500);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('tells only the listeners of keys whose value changed', () => {
    const { batch, paint } = manualFrames();
    const store = createKeyedStore<string>(batch);
    const bitcoin = vi.fn();
    const ether = vi.fn();
    store.subscribe('BTCUSDT', bitcoin);
    store.subscribe('ETHUSDT', ether);
    store.set('BTCUSDT', () => '1');
    paint();
    store.set('BTCUSDT', () => '1');
    paint();
    expect(bitcoin).toHaveBeenCalledTimes(1);
    expect(ether).not.toHaveBeenCalled();
  });

  it('keeps a change that is made while a frame is flushed for the next frame', () => {
    const { batch, paint } = manualFrames();
    const store = createKeyedStore<number>(batch);
    store.subscribe('a', () => store.set('b', () => 2));
    store.set('a', () => 1);
    paint();
    expect(store.get('b')).toBeUndefined();
    paint();
    expect(store.get('b')).toBe(2);
  });

  it('stops telling a listener that left', () => {
    const { batch, paint } = manualFrames();
    const store = createKeyedStore<number>(batch);
    const listener = vi.fn();
    store.subscribe('a', listener)();
    store.set('a', () => 1);
    paint();
    expect(listener).not.toHaveBeenCalled();
  });
});
