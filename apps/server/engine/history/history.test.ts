import { type CommittedBatch, type Engine, JournalError, openEngine } from '@candor/journal';
import type { Amount } from '@candor/money';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bootstrap, USDT } from '../../../../tests/api/support/listing.ts';
import { localCore } from '../../../../tests/support/local-core.ts';
import { eventually, PATIENCE_MS } from '../../../../tests/support/patience.ts';
import { patientTuning } from '../../../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { type Bus, createBus } from '../../base/bus/index.ts';
import type { CoreLink } from '../core/index.ts';
import { type ConnectedHistory, connectHistory, type HistoryWriter, startHistoryWriter } from './index.ts';

let database: FreshDatabase;
let pool: Pool;
let engine: Engine;
let bus: Bus;
const writers: HistoryWriter[] = [];
const doors: ConnectedHistory[] = [];
let nextUser = 1000;

beforeEach(async () => {
  database = await freshDatabase();
  pool = new Pool({ connectionString: database.connectionString });
  pool.on('error', () => {});
  bus = createBus((error) => {
    throw error;
  });
  engine = await openEngine({
    connectionString: database.connectionString,
    genesis: { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab'.repeat(32) },
    bootstrap,
    tuning: patientTuning,
  });
});
afterEach(async () => {
  for (const door of doors.splice(0)) door.stop();
  for (const writer of writers.splice(0)) await writer.stop();
  await engine.stop();
  await pool.end();
  await database.drop();
});

async function write(core: CoreLink = localCore(engine)): Promise<HistoryWriter> {
  const { connectionString } = database;
  const writer = await startHistoryWriter({ connectionString, core, bus, log: () => {} });
  writers.push(writer);
  return writer;
}

function door(manyDoors = false, core: CoreLink = localCore(engine)): ConnectedHistory {
  const history = connectHistory({ pool, core, bus, manyDoors, log: { error: () => {} } });
  doors.push(history);
  return history;
}

/** Performs an act that leaves a row of history; returns its user and sequence number. */
async function act(): Promise<{ userId: number; seq: number }> {
  const userId = nextUser++;
  const submit = (body: Parameters<Engine['submit']>[0]['body']) =>
    engine.submit({ userId: 0, key: null, bodyHash: null, body });
  await submit({ type: 'openAccount', accountUserId: userId, kind: 'user' });
  const amount = 5n as Amount;
  const { seq, outcome } = await submit({
    type: 'practiceFunds',
    accountUserId: userId,
    assetId: USDT,
    amount,
  });
  expect(outcome).toMatchObject({ ok: true });
  return { userId, seq };
}

const billsOf = async (history: ConnectedHistory, userId: number) =>
  (await history.bills.bills({ userId, limit: 10 })).rows.length;

describe('the read models of a door', () => {
  it('cover what it waits for, written by another process', async () => {
    await write();
    const history = door();
    for (let n = 0; n < 5; n += 1) {
      const { userId, seq } = await act();
      expect(await history.caughtUp(seq, PATIENCE_MS)).toBe(true);
      expect(await billsOf(history, userId)).toBe(1);
    }
    expect(history.status()).toMatchObject({ lag: 0, reason: null });
  });

  it('are not there in time when nobody writes them, and come with the writer', async () => {
    const history = door();
    const { userId, seq } = await act();
    expect(await history.caughtUp(seq, 20)).toBe(false);
    expect(history.status()).toMatchObject({ seq: 0, lag: seq });
    expect(history.status().reason).not.toBeNull();
    const covered = history.caughtUp(seq, PATIENCE_MS);
    await write();
    expect(await covered).toBe(true);
    expect(await billsOf(history, userId)).toBe(1);
  });

  it('cover what was acknowledged through another door, of which this one has heard nothing yet', async () => {
    await write();
    const local = localCore(engine);
    const { committedSeq } = local.status();
    const trailing: CoreLink = { ...local, status: () => ({ ...local.status(), committedSeq }) };
    const history = door(true, trailing);
    const { userId } = await act();
    const waits = await Promise.all([1, 2, 3].map(() => history.caughtUp(committedSeq, PATIENCE_MS)));
    expect(waits).toEqual([true, true, true]);
    expect(await billsOf(history, userId)).toBe(1);
    const away: CoreLink = { ...trailing, ask: () => Promise.reject(new JournalError('NOT_READY', 'away')) };
    expect(await door(true, away).caughtUp(0, PATIENCE_MS)).toBe(false);
    const mute: CoreLink = { ...trailing, ask: () => new Promise(() => {}) };
    expect(await door(true, mute).caughtUp(0, 20)).toBe(false);
  });
});

describe('the writer beside a core that lives elsewhere', () => {
  it('reads from the journal what it missed, also where nothing follows', async () => {
    const local = localCore(engine);
    const heard = new Set<(batch: CommittedBatch) => void>();
    let lost = false;
    const status = engine.status();
    const line: CoreLink = {
      ...local,
      onCommitted: (listener) => {
        heard.add(listener);
        return local.onCommitted((batch) => {
          if (!lost) listener(batch);
        });
      },
      status: () => (lost ? { ...status, state: 'recovering', committedSeq: 0 } : local.status()),
    };
    await write(line);
    const history = door();
    const first = await act();
    expect(await history.caughtUp(first.seq, PATIENCE_MS)).toBe(true);
    lost = true;
    const { userId, seq } = await act();
    lost = false;
    for (const listener of heard)
      listener({ batchNo: 0, firstSeq: seq + 1, lastSeq: seq, hash: '', commands: [] });
    expect(await history.caughtUp(seq, PATIENCE_MS)).toBe(true);
    expect(await billsOf(history, userId)).toBe(1);
    expect(await billsOf(history, first.userId)).toBe(1);
  });

  it('does not take a core that is away for a journal that is shorter', async () => {
    const writer = await write();
    const { userId, seq } = await act();
    const history = door();
    expect(await history.caughtUp(seq, PATIENCE_MS)).toBe(true);
    await writer.stop();
    writers.length = 0;
    let away = true;
    const local = localCore(engine);
    const line: CoreLink = {
      ...local,
      status: () => ({ ...local.status(), ...(away ? { state: 'recovering', committedSeq: 0 } : {}) }),
    };
    const again = await write(line);
    await eventually(() => expect(again.status().reason).toBe('the core is recovering'));
    expect(await billsOf(history, userId)).toBe(1);
    away = false;
    await eventually(() => expect(again.status()).toMatchObject({ seq, reason: null }));
  });
});
