import { gearPpm, STREAM_DAY, streamedOver, streamSpans } from '@candor/rules';
import { assert } from '../assert.ts';
import type { Streams } from './streams.ts';

/**
 * Checks what must hold between commands, at the cost of a walk over all positions: what is earned is the sum of all
 * positions' and within the pool, the escrow holds what users locked, and each gear counts those who stand in it.
 */
export function auditStreams(streams: Streams): void {
  const { pool } = streams;
  for (const [assetId, stream] of streams.all) {
    let earned = 0n;
    let held = 0n;
    let claimed = 0n;
    let rate = 0n;
    for (const position of stream.positions.values()) {
      const spans = streamSpans(stream.versions, position.held, position.seconds, stream.seconds);
      earned += position.earned + streamedOver(position.held, spans);
      held += position.held;
      claimed += position.claimed;
      rate += position.held * BigInt(gearPpm(stream.gears, position.held));
    }
    assert(stream.earned === earned, 'what is earned is the sum of all positions');
    assert(earned <= pool.free(assetId) * STREAM_DAY, 'nobody earns what the pool has not');
    assert(stream.claimed === claimed, 'claims are the sum of all positions');
    assert(pool.setAside(assetId) === held, 'the escrow holds what users locked');
    const view = stream.view(stream.second, pool.free(assetId));
    assert(view.held === held, 'a stream counts what is locked');
    const inGears = view.gears.reduce((sum, gear) => sum + gear.held * BigInt(gear.dailyPpm), 0n);
    assert(inGears === rate, 'each gear counts those who stand in it');
  }
}
