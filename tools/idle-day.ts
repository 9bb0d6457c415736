/**
 * Journals what a demo that nobody uses journals in a day, in minutes: `node tools/idle-day.ts <data folder> [hours]`.
 * Ends without a word to the journal, as a power cut would, so that a start afterwards has to recover.
 */
import { join } from 'node:path';
import process from 'node:process';
import { type Engine, openEngine } from '@candor/journal';
import { openDataFolder } from '../apps/server/data-folder/index.ts';
import { openFeed, readOrMakeSeed, seedHash } from '../apps/server/feeds/index.ts';
import { firstCommands, genesisOf } from '../apps/server/listing/index.ts';
import { startPostgres } from '../apps/server/postgres/launch.ts';
import { idleMarket } from './workload/idle-market.ts';

const HOUR_MS = 3_600_000;
/** Commands that are sent together; two groups are under way at a time. */
const GROUP = 100;

const [folder = '', hours = '24'] = process.argv.slice(2);
if (folder === '' || !(Number(hours) > 0)) {
  process.stderr.write('Usage: node tools/idle-day.ts <data folder> [hours]\n');
  process.exit(2);
}
const say = (line: string) => process.stdout.write(`${line}\n`);
const { path } = await openDataFolder(folder);
const postgres = await startPostgres({ dataDir: join(path, 'postgres'), log: say });
const untilMs = Date.now();
const fromMs = untilMs - Number(hours) * HOUR_MS;
let clockMs = fromMs;
const seed = await readOrMakeSeed(path, null);
const feed = await openFeed({ choice: { kind: 'simulator' }, speed: 1, seed, now: () => clockMs, log: say });
const engine = await openEngine({
  connectionString: postgres.connectionString,
  genesis: genesisOf('practice', feed, seedHash(seed)),
  bootstrap: firstCommands('practice', feed),
  now: () => clockMs,
  log: say,
});
const { count, refused } = await fill(engine);
say(`${count} commands of ${hours} idle hours are journaled, ${refused} were refused.`);
process.kill(process.pid, 'SIGKILL');

async function fill(journal: Engine): Promise<{ count: number; refused: number }> {
  const symbols = await journal.read((view) => view.symbols());
  let [count, refused, shownHours] = [0, 0, 0];
  let earlier: Promise<void>[] = [];
  let group: Promise<void>[] = [];
  const note = ({ outcome }: Awaited<ReturnType<Engine['submit']>>) => {
    count += 1;
    if (!outcome.ok) refused += 1;
  };
  for (const { timeMs, submission } of idleMarket(seed, symbols, fromMs, untilMs)) {
    clockMs = timeMs;
    group.push(journal.submit(submission).then(note));
    if (group.length < GROUP) continue;
    await Promise.all(earlier);
    earlier = group;
    group = [];
    const passed = Math.floor((timeMs - fromMs) / HOUR_MS);
    if (passed > shownHours) say(`${passed} of ${hours} hours`);
    shownHours = passed;
  }
  await Promise.all([...earlier, ...group]);
  return { count, refused };
}
