import { expect, test } from 'vitest';
import { withoutPassword } from './dump.ts';

test.each([
  ['postgresql://a:b@c:5432/d?sslmode=require', 'postgresql://a@c:5432/d?sslmode=require', 'b'],
  ['postgres://a:p%40s%2Fs%3A@c/d', 'postgres://a@c/d', 'p@s/s:'],
  ['postgresql://a@c/d', 'postgresql://a@c/d', null],
  ['postgresql://a@/d?host=%2Ftmp', 'postgresql://a@/d?host=%2Ftmp', null],
])('the command line of pg_dump shows no password: %s', (databaseUrl, url, password) => {
  expect(withoutPassword(databaseUrl)).toEqual({ url, password });
});
