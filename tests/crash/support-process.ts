import { type Engine, type EngineOptions, openEngine } from '@candor/journal';
import { listing, practiceGenesis } from '../../tools/workload/exchange.ts';
import { patientTuning } from '../support/patient-tuning.ts';

export const users = 20;
export const symbols = 2;

/** Opens an engine with the suite's listing. */
export function open(connectionString: string, more: Partial<EngineOptions> = {}): Promise<Engine> {
  return openEngine({
    connectionString,
    genesis: practiceGenesis,
    bootstrap: listing(users, symbols),
    ...more,
    tuning: { ...patientTuning, ...more.tuning },
  });
}
