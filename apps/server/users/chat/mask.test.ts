import { describe, expect, it } from 'vitest';
import { type LiveCodes, maskLiveCodes } from './mask.ts';

const RECOVERY = 'abcdefghjkmnpqrs';

/** Codes of which one of six digits and one for recovery work. */
const codes: LiveCodes = {
  among: async (_, { digits, recovery }) =>
    new Set([...digits.filter((code) => code === '004217'), ...recovery.filter((code) => code === RECOVERY)]),
};
const mask = async (text: string) => (await maskLiveCodes(codes, 1, text)).text;

describe('a text with codes', () => {
  it.each([
    ['It is 004217.', 'It is ••••••.'],
    ['004 217 or 004-217', '••• ••• or •••-•••'],
    ['0 0 4 2 1 7', '• • • • • •'],
    ['code:００４２１７', 'code:••••••'],
    ['٠٠٤٢١٧', '••••••'],
    ['𝟎𝟎𝟒𝟐𝟏𝟕', '••••••'],
    ['004217 and 004217', '•••••• and ••••••'],
    ['abcd-efgh-jkmn-pqrs', '••••-••••-••••-••••'],
    ['ABCD EFGH JKMN PQRS!', '•••• •••• •••• ••••!'],
    [`(${RECOVERY})`, `(${'•'.repeat(16)})`],
  ])('has what works masked: %s', async (text, masked) => {
    expect(await mask(text)).toBe(masked);
  });

  it.each([
    '123456',
    '1004217',
    '0042179',
    '2026-11-29 004218',
    '00421',
    'abcd-efgh-jkmn-pqrt',
    'x'.repeat(400),
  ])('keeps what does not: %s', async (text) => {
    expect(await maskLiveCodes(codes, 1, text)).toEqual({ text, isMasked: false });
  });

  it('takes no long time for texts that nearly match', async () => {
    const before = process.cpuUsage();
    for (const text of ['1 '.repeat(200), '1--'.repeat(133), 'a '.repeat(200), 'ab-'.repeat(133)])
      await mask(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});
