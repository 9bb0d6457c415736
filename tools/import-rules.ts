import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root as project, run } from './run.ts';

export interface ImportReport {
  readonly modules: number;
  readonly imports: number;
  /** `rule: from -> to`, one a line of the report. */
  readonly violations: readonly string[];
}

interface Cruised {
  readonly modules: readonly { readonly source: string; readonly dependencies: readonly unknown[] }[];
  readonly summary: {
    readonly violations: readonly {
      readonly rule: { readonly name: string };
      readonly from: string;
      readonly to: string;
    }[];
  };
}

const folders = ['packages', 'apps', 'tools'];

/**
 * Holds the arrows of `.dependency-cruiser.cjs` over the sources under `root`. A checker that cannot read TypeScript
 * finds nothing wrong, so a file that says `import` and came out without an import is a violation too.
 */
export async function checkImports(root: string): Promise<ImportReport> {
  const present = folders.filter((folder) => existsSync(join(root, folder)));
  const cruiser = join(project, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const args = [cruiser, '--config=.dependency-cruiser.cjs', '--output-type', 'json', ...present];
  const { output } = await run(process.execPath, args, { cwd: root });
  const start = output.indexOf('{');
  if (start < 0) throw new Error(`dependency-cruiser said: ${output}`);
  const cruised = JSON.parse(output.slice(start, output.lastIndexOf('}') + 1)) as Cruised;
  const imports = new Map(cruised.modules.map((module) => [module.source, module.dependencies.length]));
  const sources = present.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, {
      cwd: root,
      exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
    }),
  );
  const unread = sources
    .filter((file) => /^import\s/m.test(readFileSync(join(root, file), 'utf8')))
    .filter((file) => (imports.get(file) ?? 0) === 0)
    .map((file) => `unread: ${file} -> its imports were not seen`);
  const broken = cruised.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
  return {
    modules: sources.length,
    imports: [...imports.values()].reduce((sum, count) => sum + count, 0),
    violations: [...unread, ...broken],
  };
}
