import { expect, it } from 'vitest';
import { foundPages } from './found-pages.ts';

const pages = [
  'Withdraw',
  'Withdrawal addresses',
  'Flash swap',
  'Rút tiền',
  'ถอนเงิน',
  '出金履歴',
  'Đổi coin',
].map((name) => ({ name }));
const names = (typed: string) => foundPages(pages, typed).map(({ name }) => name);

it('finds a page by any part of its name, in any script and without marks', () => {
  expect(names('with')).toEqual(['Withdraw', 'Withdrawal addresses']);
  expect(names('address withdrawal')).toEqual(['Withdrawal addresses']);
  expect(names('SWAP')).toEqual(['Flash swap']);
  expect(names('rut tien')).toEqual(['Rút tiền']);
  expect(names('doi')).toEqual(['Đổi coin']);
  expect(names('ถอน')).toEqual(['ถอนเงิน']);
  expect(names('履歴')).toEqual(['出金履歴']);
});

it('finds nothing before a word is typed, and nothing that is not there', () => {
  expect(names('  ')).toEqual([]);
  expect(names('loan')).toEqual([]);
});
