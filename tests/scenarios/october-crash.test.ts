import { type CommittedBatch, exportJournal, JournalError, openEngine } from '@candor/journal';
import type { KernelEvent, PerpetualLiquidatedEvent } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Verified, verifyJournal } from '../../apps/verifier/verify.ts';
import { practiceGenesis } from '../../tools/workload/exchange.ts';
import { patientTuning } from '../support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { OctoberCrash, octoberListing } from './october-crash.ts';

/** The whole test suite takes few; `CANDOR_CRASH_USERS=8000` takes as many as liquidate thousands. */
const asked = process.env.CANDOR_CRASH_USERS;
const users = Number(asked ?? 600);
const startMs = Date.UTC(2025, 9, 10, 21, 0, 0);

let database: FreshDatabase;
let bytes: Buffer;
const told = new Map<KernelEvent['type'], number>();
let sums: bigint[] = [];
let insuranceLeft = -1n;
let lowestInsurance = -1n;
let paidByInsurance = 0n;

beforeAll(async () => {
  database = await freshDatabase();
  const { connectionString } = database;
  let nowMs = startMs;
  const engine = await openEngine({
    connectionString,
    genesis: practiceGenesis,
    bootstrap: octoberListing(),
    now: () => nowMs,
    tuning: patientTuning,
  });
  engine.onCommitted((batch: CommittedBatch) => {
    for (const { events } of batch.commands)
      for (const event of events) {
        told.set(event.type, (told.get(event.type) ?? 0) + 1);
        if (event.type === 'perpetualLiquidated') liquidated(event);
      }
  });
  const crash = new OctoberCrash({
    engine,
    setTime: (timeMs) => {
      nowMs = timeMs;
    },
    startMs,
    users,
    seed: 10,
    insurance: BigInt(users),
  });
  await crash.run();
  sums = await engine.read((view) => view.ledgerSums().map(({ sum }) => sum));
  insuranceLeft = await engine.read((view) => view.perpetual.insurance(1010));
  await engine.stop();
  const parts: Uint8Array[] = [];
  await exportJournal({
    connectionString,
    write: async (part) => {
      parts.push(part);
    },
  });
  bytes = Buffer.concat(parts);
  if (asked !== undefined) process.stdout.write(`${summary()}\n`);
}, 900_000);

function liquidated({ insuranceAfter, steps }: PerpetualLiquidatedEvent): void {
  if (lowestInsurance < 0n || insuranceAfter < lowestInsurance) lowestInsurance = insuranceAfter;
  for (const { fromInsurance } of steps) paidByInsurance += fromInsurance;
}

/** A long run's figures, for whoever asked for one. */
function summary(): string {
  const count = (type: KernelEvent['type']) => `${told.get(type) ?? 0} ${type}`;
  const counts = [count('perpetualTrade'), count('perpetualLiquidated'), count('perpetualDeleveraged')];
  const funds = `the insurance fund paid ${paidByInsurance}, had ${lowestInsurance} at its lowest and ${insuranceLeft} at the end, in base units`;
  return `${users} users: ${counts.join(', ')}; ${funds}; ${bytes.length} bytes exported`;
}

afterAll(() => database.drop());

async function* inChunks(file: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536);
}

const verify = (file: Buffer): Promise<Verified> =>
  verifyJournal({ bytes: inChunks(file), trusts: () => true });

test('the crash liquidates many, the insurance fund pays, and winners are deleveraged', () => {
  const count = (type: KernelEvent['type']) => told.get(type) ?? 0;
  expect(count('perpetualLiquidated')).toBeGreaterThan(users / 4);
  expect(count('perpetualDeleveraged')).toBeGreaterThan(users / 10);
  expect(paidByInsurance).toBeGreaterThan(0n);
  expect(lowestInsurance).toBeGreaterThanOrEqual(0n);
  expect(insuranceLeft).toBeGreaterThanOrEqual(0n);
});

test('the books balance', () => {
  expect(sums.length).toBeGreaterThan(1);
  expect(sums.every((sum) => sum === 0n)).toBe(true);
});

test('every receipt is recomputed from the exported journal alone', async () => {
  const verified = await verify(bytes);
  expect(verified.findings).toEqual([]);
  const counts = Object.fromEntries(verified.checks.map(({ name, count }) => [name, count]));
  expect(counts.liquidations).toBe(told.get('perpetualLiquidated'));
  expect(counts['deleveraged positions']).toBe(told.get('perpetualDeleveraged'));
  expect(counts['contract fills']).toBe(told.get('perpetualTrade'));
});

test('one flipped byte in the midst of it names the first entry that does not stand', async () => {
  const flipped = Buffer.from(bytes);
  const at = bytes.length >> 1;
  flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
  const error = await verify(flipped).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(JournalError);
  expect((error as JournalError).batchNo).toBeGreaterThan(1);
});
