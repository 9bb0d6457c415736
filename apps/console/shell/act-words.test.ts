import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DetailKind, operatorActs } from '@candor/api';
import { createFormatters } from '@candor/i18n';
import { createIntl } from 'react-intl';
import { expect, it } from 'vitest';
import { wordsOfDetails } from './act-words.ts';

const folder = join(import.meta.dirname, '../../../packages/i18n/messages');
const messagesOf = (language: string): Record<string, string> =>
  Object.assign(
    {},
    ...globSync(`${language}/**/*.json`, { cwd: folder }).map((file) =>
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ),
  );
const japanese = createIntl({ locale: 'ja', messages: messagesOf('ja') });
const format = createFormatters('ja', 'UTC');
const words = (action: string, details: Record<string, string>) =>
  wordsOfDetails(japanese, format, action, details);

it('names lists, filters and codes in the language of the page', () => {
  expect(words('viewRecords', { list: 'withdrawals', filter: '*', count: '3' })).toBe(
    '出金、絞り込み すべて、3行',
  );
  const filter = 'userId=1000 state=credited coin=BTC from=0';
  expect(words('viewRecords', { list: 'deposits', filter, count: '1' })).toBe(
    '入金、絞り込み ユーザー: 1000 · 状態: 反映済み · コイン: BTC · 開始日: 1970/01/01 00:00:00、1行',
  );
  expect(words('setFeature', { feature: 'seconds', country: '*', state: 'closed' })).not.toMatch(/[a-z*]/);
  expect(
    words('decideReview', { kind: 'kyc', item: '7', user: '1000', verdict: 'reject', code: 'unclear' }),
  ).not.toMatch(/unclear|reject/);
});

it('shows what another version of the program wrote as it is', () => {
  expect(words('viewRecords', { list: 'loans', filter: 'colour=red', count: '1' })).toBe(
    'loans、絞り込み colour=red、1行',
  );
  expect(words('flyAway', { to: 'the moon', reason: 'said apart' })).toBe('to: the moon');
});

it('finds words for the codes of every act that declares them', () => {
  const ids = Object.keys(messagesOf('en'));
  const prefixes = Object.values(operatorActs)
    .flatMap(({ params }) => Object.values<DetailKind>(params))
    .filter((kind) => kind.endsWith('.'));
  expect(prefixes.length).toBeGreaterThan(5);
  const pattern = (prefix: string) =>
    new RegExp(`^${prefix.replaceAll('.', '\\.').replace(/\{\w+\}/g, '\\w+')}[\\w-]+$`);
  expect(prefixes.filter((prefix) => !ids.some((id) => pattern(prefix).test(id)))).toEqual([]);
});
