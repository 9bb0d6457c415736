import { openEngine } from '@candor/journal';
import { rebuild, startProjections } from '@candor/projections';
import { expect } from 'vitest';
import { practiceGenesis } from '../../tools/workload/exchange.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { patientTuning } from '../support/patient-tuning.ts';
import { expectSound } from './support.ts';

/** Checks a stopped server: state hash, chain, and read models that a rebuild reproduces. */
export async function expectReadModelsSame(connectionString: string): Promise<void> {
  const engine = await openEngine({
    connectionString,
    genesis: practiceGenesis,
    tuning: patientTuning,
  });
  try {
    await expectSound(connectionString, engine);
    const projections = await startProjections({ connectionString, engine });
    expect(await projections.caughtUp(engine.status().committedSeq, PATIENCE_MS)).toBe(true);
    await projections.stop();
    const rebuilt = await rebuild({ connectionString, replay: (afterSeq) => engine.replay(afterSeq) });
    expect(rebuilt.tables.filter((table) => !table.identical)).toEqual([]);
    const filled = rebuilt.tables.filter(({ rows }) => rows > 0).map(({ table }) => table);
    expect(filled).toEqual(expect.arrayContaining(['accounts', 'entries', 'fills', 'orders', 'trades']));
  } finally {
    await engine.stop();
  }
}
