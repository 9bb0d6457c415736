import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../tools/run.ts';

const WIDEST_SUBJECT = 72;
/** Newest commits whose subjects are looked at. */
const COMMITS = 300;
/** Words that begin a clause, not a sentence that stands alone. */
const CLAUSE = /^(What|Whether|That|How|Which|Where|When|If|Of|Who|So|And|But|For|As)\b/;

/** Returns the doc comments of a source that begin with a clause. */
function clausesIn(source: string): string[] {
  return [...source.matchAll(/\/\*\*\s*\n?\s*(?:\* ?)?([^\n]*)/g)]
    .map(([, first = '']) => first.trim())
    .filter((first) => CLAUSE.test(first));
}

/** Returns the subjects that are wider than a line of the log. */
const wideAmong = (subjects: readonly string[]) =>
  subjects.filter((subject) => subject.length > WIDEST_SUBJECT);

describe('comments', () => {
  it('that begin with a clause are found, on one line and on several', () => {
    const source =
      '/** How long. */\n/**\n * Whether it is.\n */\n/** Time until it ends. */\n/** Forms of it. */';
    expect(clausesIn(source)).toEqual(['How long. */', 'Whether it is.']);
  });

  it('begin with a verb or a noun', () => {
    const files = globSync('{apps,packages,tests,tools,benches}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: ['**/node_modules/**', '**/*.gen.ts', 'tests/rules/words.test.ts'],
    });
    expect(files.length).toBeGreaterThan(1_000);
    const found = files.flatMap((file) =>
      clausesIn(readFileSync(join(root, file), 'utf8')).map((comment) => `${file}: ${comment}`),
    );
    expect(found).toEqual([]);
  });
});

describe('subjects of commits', () => {
  it('that are too wide are found', () => {
    expect(wideAmong(['a'.repeat(WIDEST_SUBJECT), 'a'.repeat(WIDEST_SUBJECT + 1)])).toHaveLength(1);
  });

  it('fit a line of the log', () => {
    const log = execFileSync('git', ['log', `-${COMMITS}`, '--format=%s'], { cwd: root, encoding: 'utf8' });
    expect(wideAmong(log.trim().split('\n'))).toEqual([]);
  });
});
