import { expect, it } from 'vitest';
import { compilePracticeToken } from '../../../tools/contracts.ts';
import { PRACTICE_USDT_BYTECODE, PRACTICE_USDT_COMPILER } from './practice-usdt.gen.ts';

it('deploys what its source compiles to', () => {
  expect(compilePracticeToken()).toMatchObject({
    compiler: PRACTICE_USDT_COMPILER,
    bytecode: PRACTICE_USDT_BYTECODE,
  });
});
