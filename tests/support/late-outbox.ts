import type { CoreLink } from '../../apps/server/engine/core/index.ts';

const LATEST_MS = 700;

/** Returns a function that gives seeded numbers from 0 to 1: mulberry32 of Tommy Ettinger. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The core as the outbox of a house reaches it. With a seed in `CANDOR_LATE_OUTBOX` each delivery is late by up to
 * LATEST_MS, what one turn of the loop hands over all by the same time: a test that looks at once for what the outbox
 * brings then fails on any machine.
 */
export function lateForOutbox(core: CoreLink, seed = process.env.CANDOR_LATE_OUTBOX): CoreLink {
  if (seed === undefined || seed === '') return core;
  const random = seeded(Number(seed));
  let turn: Promise<void> | null = null;
  const nextTurn = (): Promise<void> => {
    turn ??= new Promise((resolve) => {
      setTimeout(resolve, random() * LATEST_MS);
      setImmediate(() => {
        turn = null;
      });
    });
    return turn;
  };
  const submit: CoreLink['submit'] = async (command, ...more) => {
    await nextTurn();
    return core.submit(command, ...more);
  };
  return Object.create(core, { submit: { value: submit } });
}
