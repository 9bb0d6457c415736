import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadAllMessages } from '../../packages/i18n/check.ts';
import type { Messages } from '../../packages/i18n/load-messages.ts';
import { locales } from '../../packages/i18n/locales.ts';
import { root } from '../../tools/run.ts';

/** Elements whose `label` is shown beside a figure and names no region and no field. */
const SHOWN_BESIDE = /^(Detail|Row|Figure|Stat|Line|Sum|Kpi)$/;
/** Elements whose `label` names what they hold. */
const REGIONS = /^(DataTable|RecordTable|TabList|SegmentedControl|Section)$/;
/** Names of two screens that are never on one page. */
const APART: readonly string[] = ['console.records.user = console.shell.screen.users'];

interface Name {
  readonly id: string;
  readonly file: string;
  readonly isRegion: boolean;
}

/** Names of regions and fields in a source file. */
function namesIn(file: string): Name[] {
  const code = readFileSync(join(root, file), 'utf8');
  return [...code.matchAll(/\b(aria-label|label)=\{text\(\s*'([\w.-]+)'\s*\)\}/g)].flatMap(
    ([, attribute, id], at, all) => {
      const before = code.slice(0, all[at]!.index);
      const element = (before.match(/<[A-Za-z]\w*/g)?.at(-1) ?? '').slice(1);
      const isRegion =
        (attribute === 'aria-label' && !/^(button|input|textarea)$/.test(element)) || REGIONS.test(element);
      return SHOWN_BESIDE.test(element) ? [] : [{ id: id!, file, isRegion }];
    },
  );
}

/** Pairs of names that may stand on one page, which a language says alike although English tells them apart. */
function alike(names: readonly Name[], english: Messages, messages: Messages): string[] {
  const pairs = names.flatMap((name, at) => names.slice(at + 1).map((other) => [name, other] as const));
  return pairs
    .filter(([a, b]) => a.file === b.file || a.isRegion || b.isRegion)
    .filter(([a, b]) => english[a.id] !== english[b.id] && messages[a.id] === messages[b.id])
    .map(([a, b]) => [a.id, b.id].sort().join(' = '))
    .filter((pair) => !APART.includes(pair));
}

it('tells regions and fields of a room apart in each language, as English does', async () => {
  const rooms = Map.groupBy(
    globSync('apps/{web,console}/**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] }),
    (file) => file.split('/').slice(0, 3).join('/'),
  );
  const catalogues = await loadAllMessages();
  const all = (rooms: (typeof catalogues)['en']): Messages => Object.assign({}, ...Object.values(rooms));
  const english = all(catalogues.en);
  const named = [...rooms].map(
    ([room, files]) => [room, files.flatMap(namesIn).filter(({ id }) => english[id] !== undefined)] as const,
  );
  expect(named.flatMap(([, names]) => names).length).toBeGreaterThan(300);
  const found = locales.flatMap((locale) => {
    const messages = all(catalogues[locale]);
    return named.flatMap(([room, names]) =>
      alike(names, english, messages).map((pair) => `${locale} ${room}: ${pair}`),
    );
  });
  expect([...new Set(found)]).toEqual([]);
});
