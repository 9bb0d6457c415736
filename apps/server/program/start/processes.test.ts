import { expect, test } from 'vitest';
import type { DataFolder } from '../../base/data-folder/index.ts';
import { readConfig } from '../config/index.ts';
import type { Place } from './open-port.ts';
import { startProcesses } from './processes.ts';
import type { Supervisor } from './roles/supervise.ts';
import type { ProcessSpec } from './roles/supervised.ts';

/** Starts processes that do nothing but be ready, and returns how each was to be run. */
async function specsOf(env: NodeJS.ProcessEnv): Promise<ReadonlyMap<string, ProcessSpec>> {
  const specs = new Map<string, ProcessSpec>();
  const supervisor = {
    start: async (spec: ProcessSpec) => void specs.set(spec.name, spec),
    processes: () => [],
  } as unknown as Supervisor;
  await startProcesses({
    supervisor,
    version: '0',
    folder: {} as DataFolder,
    sockets: { core: '', bus: '', signer: '' },
    entryOf: (role) => `${role}.ts`,
    config: readConfig(env, [], '/project'),
    seed: new Uint8Array(32),
    database: Promise.resolve({ owner: '', runtime: '' }),
    pages: Promise.resolve({ web: null, console: null }),
  });
  return specs;
}

const placeOf = async (spec: ProcessSpec) => (await spec.answers.place!()) as Place;

test.each([
  ['one door', 'door', '1'],
  ['several doors', 'door-1', '2'],
])('%s that got a free port listens there again after a restart', async (_, name, DOORS) => {
  const specs = await specsOf({ PORT: '0', CONSOLE_PORT: '0', DOORS });
  const first = specs.get(name)!;
  expect(await placeOf(first)).toMatchObject({ port: 0, isFirst: true });
  first.onTold!('port', 40_321);
  expect(await placeOf(first)).toMatchObject({ port: 40_321, isFirst: false });
  const others = [...specs.values()].filter((spec) => spec.name.startsWith('door') && spec !== first);
  expect(others).toHaveLength(Number(DOORS) - 1);
  for (const other of others) expect(await placeOf(other)).toMatchObject({ port: 40_321, isFirst: false });
  expect(await placeOf(first)).toMatchObject({ port: 40_321 });
});

test('the console that got a free port listens there again after a restart', async () => {
  const console = (await specsOf({ PORT: '0', CONSOLE_PORT: '0' })).get('console')!;
  expect(await placeOf(console)).toMatchObject({ port: 0 });
  console.onTold!('port', 40_322);
  expect(await placeOf(console)).toMatchObject({ port: 40_322 });
});
