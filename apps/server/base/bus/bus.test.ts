import { describe, expect, it } from 'vitest';
import { createBus } from './index.ts';

const noErrors = (error: unknown): never => {
  throw error;
};

describe('bus', () => {
  it('delivers by exact subject, * and >', () => {
    const bus = createBus(noErrors);
    const heard: string[] = [];
    for (const pattern of ['market.BTCUSDT.ticker', 'market.*.ticker', 'market.>', '*.BTCUSDT.*', '>']) {
      bus.subscribe(pattern, (message, subject) => heard.push(`${pattern} ${subject} ${message}`));
    }
    bus.publish('market.BTCUSDT.ticker', 1);
    bus.publish('market.BTCUSDT.kline.1m', 2);
    bus.publish('market', 3);
    expect(heard).toEqual([
      'market.BTCUSDT.ticker market.BTCUSDT.ticker 1',
      'market.*.ticker market.BTCUSDT.ticker 1',
      'market.> market.BTCUSDT.ticker 1',
      '*.BTCUSDT.* market.BTCUSDT.ticker 1',
      '> market.BTCUSDT.ticker 1',
      'market.> market.BTCUSDT.kline.1m 2',
      '> market.BTCUSDT.kline.1m 2',
      '> market 3',
    ]);
  });

  it('ends a subscription alone, also from within a handler, and takes up the subject again', () => {
    const bus = createBus(noErrors);
    const heard: string[] = [];
    const end = bus.subscribe('a', () => {
      heard.push('first');
      end();
    });
    bus.subscribe('a', () => heard.push('second'));
    bus.publish('a', null);
    bus.publish('a', null);
    expect(heard).toEqual(['first', 'second', 'second']);
    end();
    bus.publish('a', null);
    expect(heard).toHaveLength(4);
  });

  it('reports a handler that throws and still delivers to the others', () => {
    const errors: unknown[] = [];
    const bus = createBus((error, subject) => errors.push([subject, (error as Error).message]));
    let heard = 0;
    bus.subscribe('a.b', () => {
      throw new Error('broken');
    });
    bus.subscribe('a.*', () => heard++);
    bus.publish('a.b', null);
    expect(errors).toEqual([['a.b', 'broken']]);
    expect(heard).toBe(1);
  });

  it.each(['', 'a..b', '.a', 'a.*', 'a.>'])('refuses to publish on %j', (subject) => {
    expect(() => createBus(noErrors).publish(subject, null)).toThrow(TypeError);
  });

  it.each(['', 'a..b', '>.a'])('refuses to subscribe to %j', (pattern) => {
    expect(() => createBus(noErrors).subscribe(pattern, () => {})).toThrow(TypeError);
  });

  it('asks the one responder, and says why there is no answer', async () => {
    const bus = createBus(noErrors);
    const end = bus.respond('double', (n) => (n as number) * 2);
    expect(() => bus.respond('double', () => 0)).toThrow(TypeError);
    bus.respond('throws', async () => {
      throw new RangeError('own words');
    });
    bus.respond('never', () => new Promise(() => {}));
    const ask = (subject: string, timeoutMs = 60_000) => bus.request(subject, 2, { timeoutMs });
    expect(await ask('double')).toBe(4);
    await expect(ask('throws')).rejects.toMatchObject({ code: 'FAILED', message: 'own words' });
    await expect(ask('never', 5)).rejects.toMatchObject({ code: 'TIMED_OUT' });
    end();
    await expect(ask('double')).rejects.toMatchObject({ code: 'NOBODY_ANSWERS' });
    expect(bus.behindMs()).toBe(0);
  });
});
