import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLongRun } from '../../support/long-run.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { inTurn, isQuick } from '../../support/suite.ts';
import { REORGANISATION_PLANTS, WALLET_PLANTS } from './plants.ts';
import { REORGANISATIONS, type Reorganisation } from './reorganisation.ts';

/**
 * The wallet's simulator: people deposit and withdraw over a real node that reorganises and forgets, and payer and signer
 * are cut off. Bugs that are planted into the rooms must be found by their invariants.
 */
const SEEDS: readonly number[] = isLongRun ? Array.from({ length: 40 }, (_, at) => at + 1) : [2];
const ACTS = isLongRun ? 250 : 80;
const PLANT_SEEDS = [2, 1, 3, 4];
/** Events that each life meets, and those that the long run's lives meet together. */
const MET = ['deposit', 'withdrawal', 'payer cut off', 'reorganisation', 'node forgets', 'recharge'];
const MET_BY_ALL = ['whole hold', 'hold in part', 'reversal', 'WITHDRAWAL_DEPOSIT_TAKEN_BACK'];
/** A life on a real node takes over 10 s of a core: `npm run test:long` plants one bug, a longer run all of them. */
const PLANTS = isLongRun ? WALLET_PLANTS : isQuick ? [] : WALLET_PLANTS.slice(0, 1);
const LIFE_MS = 600_000;

interface Told {
  readonly met?: Readonly<Record<string, number>>;
  readonly broken?: string;
  readonly stack?: string;
}

const life = (seed: number, plant?: string): Promise<Told> => child(String(seed), String(ACTS), plant);

const through = (reorganisation: Reorganisation, plant?: string): Promise<Told> =>
  child('case', JSON.stringify(reorganisation), plant);

async function child(seed: string, acts: string, plant?: string): Promise<Told> {
  const database = await freshDatabase();
  try {
    const args = [database.connectionString, seed, acts, ...(plant === undefined ? [] : [plant])];
    return await new Promise<Told>((resolve, reject) => {
      execFile(
        process.execPath,
        [join(import.meta.dirname, 'child.ts'), ...args],
        { timeout: LIFE_MS, maxBuffer: 1 << 24 },
        (error, stdout, stderr) => {
          try {
            resolve(JSON.parse(stdout) as Told);
          } catch {
            reject(new Error(`a life ended without a word: ${error?.message} ${stderr}`));
          }
        },
      );
    });
  } finally {
    await database.drop();
  }
}

test(`${SEEDS.length} lives of ${ACTS} acts hold`, { timeout: SEEDS.length * LIFE_MS }, async () => {
  const met = new Set<string>();
  for (const seed of SEEDS) {
    const told = await life(seed);
    expect([seed, told.broken, told.broken && told.stack]).toEqual([seed, undefined, undefined]);
    for (const name of Object.keys(told.met ?? {})) met.add(name);
  }
  for (const name of isLongRun ? [...MET, ...MET_BY_ALL] : MET) expect(met).toContain(name);
});

test.each(PLANTS.map((plant) => [plant.name, plant] as const))(
  'a planted bug is found: %s',
  { timeout: PLANT_SEEDS.length * LIFE_MS },
  async (name, { breaks }) => {
    for (const seed of PLANT_SEEDS) {
      const { broken } = await life(seed, name);
      if (broken === undefined) continue;
      expect(broken).toMatch(breaks);
      return;
    }
    throw new Error('it was not found');
  },
);

/** A few that differ in all that they may; the long run takes all. */
const CASES = isLongRun
  ? REORGANISATIONS
  : REORGANISATIONS.filter(
      ({ subject, times, node, receipt }) =>
        times === 1 &&
        node === 'drops' &&
        receipt === 'changed' &&
        (subject === 'withdrawal' || subject === 'sweep'),
    );

test.each(CASES.map((of) => [`${of.subject}, ${of.times} ×, ${of.node}, ${of.receipt}`, of] as const))(
  'a reorganisation is lived through: %s',
  { timeout: LIFE_MS },
  async (_, of) => {
    const { broken, stack } = await through(of);
    expect([broken, broken && stack]).toEqual([undefined, undefined]);
  },
);

const REORGANISATIONS_PLANTED = isLongRun
  ? REORGANISATION_PLANTS
  : inTurn('plants of reorganisations', REORGANISATION_PLANTS.slice(0, 1));

test.each(REORGANISATIONS_PLANTED.map((plant) => [plant.name, plant] as const))(
  'a reorganisation finds a planted bug: %s',
  { timeout: LIFE_MS },
  async (name, { by, breaks }) => {
    const { broken } = await through(by, name);
    expect(broken).toMatch(breaks);
  },
);
