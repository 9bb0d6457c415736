import { NOTIFICATION_CAP, TOAST_QUIET_MS } from '@candor/products';
import { describe, expect, it, vi } from 'vitest';
import { createNotificationQueue } from './notification-queue.ts';
import { createToastGate } from './toast-rules.ts';

describe('toasts', () => {
  const gateAt = () => {
    const clock = { ms: 0 };
    return { clock, judge: createToastGate(() => clock.ms) };
  };

  it('are shown one after another', () => {
    const { judge } = gateAt();
    expect(judge('success', 'Saved')).toBe('show');
    expect(judge('info', 'Sent')).toBe('show');
  });

  it('are held back for two seconds after an error, whatever their kind', () => {
    const { clock, judge } = gateAt();
    expect(judge('error', 'No connection')).toBe('show');
    clock.ms = TOAST_QUIET_MS - 1;
    expect(judge('error', 'No connection')).toBe('drop');
    expect(judge('success', 'Saved')).toBe('drop');
    clock.ms = TOAST_QUIET_MS;
    expect(judge('success', 'Saved')).toBe('show');
  });

  it('of an act just pressed are not held back, unless they repeat the last text', () => {
    const { clock, judge } = gateAt();
    expect(judge('error', 'No connection')).toBe('show');
    expect(judge('error', 'Your balance is too low', true)).toBe('show');
    expect(judge('error', 'Your balance is too low', true)).toBe('drop');
    expect(judge('error', 'Prices could not be loaded')).toBe('drop');
    expect(judge('success', 'Bought', true)).toBe('show');
    clock.ms = TOAST_QUIET_MS;
    expect(judge('info', 'Saved')).toBe('show');
  });

  it('that were held back do not make the silence longer', () => {
    const { clock, judge } = gateAt();
    judge('error', 'one');
    clock.ms = 1999;
    judge('error', 'two');
    clock.ms = 2000;
    expect(judge('error', 'three')).toBe('show');
  });

  it.each(['SQLSTATE 23505', 'bad sql grammar', 'PostgreSQL is gone', 'MySql'])(
    'never show the text "%s", but an error does not vanish',
    (text) => {
      expect(gateAt().judge('error', text)).toBe('conceal');
      expect(gateAt().judge('info', text)).toBe('drop');
      expect(gateAt().judge('success', text)).toBe('drop');
    },
  );

  it('whose text is concealed are followed by the same silence', () => {
    const { judge } = gateAt();
    judge('error', 'sql');
    expect(judge('info', 'Saved')).toBe('drop');
  });
});

describe('notifications', () => {
  const titled = (title: string) => ({ title, text: '' });

  it('are four at most; the oldest closes first', () => {
    const queue = createNotificationQueue();
    for (const title of ['a', 'b', 'c', 'd', 'e', 'f']) queue.add(titled(title));
    expect(NOTIFICATION_CAP).toBe(4);
    expect(queue.current().map(({ title }) => title)).toEqual(['c', 'd', 'e', 'f']);
  });

  it('stay until they are closed', () => {
    vi.useFakeTimers();
    const queue = createNotificationQueue();
    const id = queue.add(titled('a'));
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(queue.current()).toHaveLength(1);
    queue.close(id);
    expect(queue.current()).toEqual([]);
    vi.useRealTimers();
  });

  it('with a known key take the place of the earlier one, as the newest', () => {
    const queue = createNotificationQueue();
    queue.add({ ...titled('a part'), key: 'order' });
    queue.add(titled('b'));
    queue.add({ ...titled('all'), key: 'order' });
    expect(queue.current().map(({ title }) => title)).toEqual(['b', 'all']);
  });

  it('tell who follows them, and only of changes', () => {
    const queue = createNotificationQueue();
    const listener = vi.fn();
    const stop = queue.subscribe(listener);
    const before = queue.current();
    const id = queue.add(titled('a'));
    expect(queue.current()).not.toBe(before);
    queue.close(id + 1);
    expect(listener).toHaveBeenCalledTimes(1);
    queue.clear();
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    queue.add(titled('b'));
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
