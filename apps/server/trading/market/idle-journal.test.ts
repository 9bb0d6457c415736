import { createKernel, type Envelope, encodeEnvelopes } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { expect, test } from 'vitest';
import { idleMarket } from '../../../../tools/workload/idle-market.ts';
import { openFeed, seedHash } from '../../prices/feeds/index.ts';
import { contractCommands, firstCommands, genesisOf, HOUSE_USER_ID } from '../../prices/listing/index.ts';

const MINUTES = 10;
const START_MS = Date.UTC(2026, 10, 21, 12);
/** A batch's row beside its payload: numbers, digests, hash, header, index entry. */
const ROW_BYTES = 300;

test.each([1, 2, 3])(
  'seed %s: an idle demo journals less than 50 MB an hour, and the kernel takes all of it',
  async (byte) => {
    const seed = Buffer.alloc(32, byte);
    const feed = await openFeed({
      choice: { kind: 'simulator' },
      speed: 1,
      seed,
      now: () => START_MS,
      log: () => {},
    });
    const kernel = createKernel();
    let seq = 0;
    const apply = (timeMs: number, userId: number, body: Envelope['body']): Envelope => {
      seq += 1;
      const envelope: Envelope = { seq, timeMs, userId, key: null, bodyHash: null, body };
      const { outcome } = kernel.apply(envelope);
      expect(outcome).toMatchObject({ ok: true });
      return envelope;
    };
    for (const body of [genesisOf('practice', feed, seedHash(seed)), ...firstCommands('practice', feed)]) {
      apply(START_MS, 0, body);
    }
    const usdt = kernel.assets().find(({ code }) => code === 'USDT')!.assetId;
    for (const body of contractCommands(kernel.symbols(), usdt)) apply(START_MS, 0, body);
    apply(START_MS, HOUSE_USER_ID, {
      type: 'transfer',
      from: 'spot',
      to: 'contract',
      fromSymbolId: 0,
      toSymbolId: 0,
      assetId: usdt,
      amount: (20_000_000n * 10n ** 8n) as Amount,
    });
    let bytes = 0;
    let batch: Envelope[] = [];
    const close = () => {
      bytes += ROW_BYTES + encodeEnvelopes(batch).length;
      batch = [];
    };
    for (const { timeMs, submission } of idleMarket(
      seed,
      kernel.symbols(),
      kernel.perpetual.symbols(),
      START_MS,
      START_MS + MINUTES * 60_000,
    )) {
      const envelope = apply(timeMs, submission.userId, submission.body);
      // The ticks and the house's quotes of one moment are two batches at the most.
      if (batch.length > 0 && (envelope.body.type === 'indexTick' || batch[0]!.body.type === 'indexTick'))
        close();
      batch.push(envelope);
    }
    close();
    const perHour = (bytes * 60) / MINUTES / 1e6;
    expect(perHour).toBeLessThan(50);
    expect(perHour).toBeGreaterThan(1);
    for (const { symbolId } of kernel.symbols()) {
      expect(kernel.index(symbolId)).toMatchObject({ venuesUsed: 3 });
      const { bids, asks } = kernel.spot.depth(symbolId, 100);
      expect([bids.length, asks.length]).toEqual([20, 20]);
    }
    for (const { symbolId } of kernel.perpetual.symbols()) {
      const { bids, asks } = kernel.perpetual.depth(symbolId, 100);
      expect([bids.length, asks.length]).toEqual([10, 10]);
    }
  },
);
