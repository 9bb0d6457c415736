/** The options of a call of the simulator. */
export interface Options {
  readonly seed: number;
  readonly seeds: number;
  readonly commands: number;
  /** A bug to plant; `list` names them all. */
  readonly plant: string | null;
  readonly threads: number;
  /** File that the numbers of the run are written to, as JSON; null for none. */
  readonly report: string | null;
}

export const USAGE = `npm run sim -- --seed N --commands M [--seeds K] [--plant NAME|list] [--threads T] [--report FILE]

  --seed N       the first seed (1)
  --seeds K      how many seeds, from N on (1; with --plant 300); ends at the first that fails
  --commands M   commands sent in each (2000)
  --plant NAME   plant a known bug, which must be found; "list" names them
  --threads T    worker threads (one a core)
  --report FILE  write what was counted to a file`;

/** Reads the command line. Throws RangeError where it makes no sense. */
export function readOptions(args: readonly string[], cores: number): Options {
  const given = new Map<string, string>();
  for (let at = 0; at < args.length; at += 2) {
    const name = args[at]!;
    const value = args[at + 1];
    if (!['--seed', '--seeds', '--commands', '--plant', '--threads', '--report'].includes(name))
      throw new RangeError(`There is no ${name}`);
    if (value === undefined) throw new RangeError(`${name} needs a value`);
    given.set(name, value);
  }
  const count = (name: string, ifNone: number) => {
    const value = Number(given.get(name) ?? ifNone);
    if (!Number.isSafeInteger(value) || value < 1)
      throw new RangeError(`${name} must be a whole number above 0`);
    return value;
  };
  const plant = given.get('--plant') ?? null;
  return {
    seed: count('--seed', 1),
    // Rare bugs need many seeds until one meets them.
    seeds: count('--seeds', plant === null ? 1 : 300),
    commands: count('--commands', 2_000),
    plant,
    threads: count('--threads', cores),
    report: given.get('--report') ?? null,
  };
}
