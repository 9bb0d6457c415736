import { expect, test } from 'vitest';
import { BackupError } from './backup-error.ts';
import { withoutPassword } from './dump.ts';

test.each([
  ['postgresql://a:b@c:5432/d?sslmode=require', 'postgresql://a@c:5432/d?sslmode=require', 'b'],
  ['postgres://a:p%40s%2Fs%3A@c/d', 'postgres://a@c/d', 'p@s/s:'],
  ['postgresql://a@c/d', 'postgresql://a@c/d', null],
  ['postgresql://a@/d?host=%2Ftmp', 'postgresql://a@/d?host=%2Ftmp', null],
  [
    'postgresql://c:5432/d?user=a&password=b%2Fb&sslmode=require',
    'postgresql://c:5432/d?user=a&sslmode=require',
    'b/b',
  ],
  ['postgresql://a:old@c/d?password=b', 'postgresql://a@c/d', 'b'],
])('the command line of pg_dump shows no password: %s', (databaseUrl, url, password) => {
  expect(withoutPassword(databaseUrl)).toEqual({ url, password });
});

test.each([
  'postgresql://a:p/w@c/d',
  'postgresql://a:p@w@c/d',
  'postgresql://a:p#w@c/d',
  'postgresql://a:p?w@c/d',
  'postgresql://a:p%w@c/d',
  'host=c password=p user=a',
])('an address whose password would be seen is refused: %s', (databaseUrl) => {
  expect(() => withoutPassword(databaseUrl)).toThrow(BackupError);
});
