import { describe, expect, it } from 'vitest';
import { type LiveCodes, maskLiveCodes, maskRecoveryForms } from './mask.ts';

const RECOVERY = 'abcdefghjkmnpqrs';

/** Codes of which one of six digits and one for recovery work. */
const codes: LiveCodes = {
  among: async (_, { digits, recovery }) =>
    new Set([...digits.filter((code) => code === '004217'), ...recovery.filter((code) => code === RECOVERY)]),
};
const always = async (_count: number) => true;
const never = async (_count: number) => false;
const mask = async (text: string, mayCompare = always) =>
  (await maskLiveCodes(codes, 1, text, mayCompare)).text;

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
    ['9 0 0 4 2 1 7', '9 • • • • • •'],
    ['code abcd-efgh-jkmn-pqrs', 'code ••••-••••-••••-••••'],
    ['My last code abcd efgh jkmn pqrs here', 'My last code •••• •••• •••• •••• here'],
    ['恢复码是abcd-efgh-jkmn-pqrs', '恢复码是••••-••••-••••-••••'],
    ['abcd-efgh-jkmn-pqrs입니다', '••••-••••-••••-••••입니다'],
    ['кодabcd – efgh – jkmn – pqrs', 'код•••• – •••• – •••• – ••••'],
    ['ＡＢＣＤ-efgh-jkmn-pqrs', '••••-••••-••••-••••'],
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
    expect(await maskLiveCodes(codes, 1, text, always)).toEqual({ text, isMasked: false });
  });

  it('is masked in all its six digits, whatever works, where there are more than three of them', async () => {
    const others = Array.from({ length: 56 }, (_, at) => String(100_000 + at));
    const all = '•••••• '.repeat(57).trim();
    expect(await mask([...others, '200000'].join(' '))).toBe(all);
    expect(await mask([...others, '004217'].join(' '))).toBe(all);
    expect(await mask('111111 222222 333333 004217')).toBe('•••••• •••••• •••••• ••••••');
    expect(await mask('111111 222222 004217')).toBe('111111 222222 ••••••');
  });

  it('is masked in all its six digits where no more is compared, and asks for each candidate once', async () => {
    expect(await mask('It is 111111', never)).toBe('It is ••••••');
    expect(await mask('It is 004217', never)).toBe('It is ••••••');
    const asked: number[] = [];
    await mask('111111 and 111111, 222222', async (count) => asked.push(count) > 0);
    await mask('No digits', async (count) => asked.push(count) > 0);
    expect(asked).toEqual([2]);
  });

  it.each([
    ['code wxyz-2345-abcd-0000 now', 'code ••••-••••-••••-•••• now'],
    ['恢复码是abcd-efgh-jkmn-pqrs', '恢复码是••••-••••-••••-••••'],
    ['wxyz 2345 abcd 0000', '•••• •••• •••• ••••'],
    ['It may have been sent, says the page', 'It may have been sent, says the page'],
    ['0x52908400098527886e0f7030069857d2e4169ee7', '0x52908400098527886e0f7030069857d2e4169ee7'],
  ])('of a writer without an account is masked by the form of recovery codes: %s', (text, masked) => {
    expect(maskRecoveryForms(text).text).toBe(masked);
  });

  it('takes no long time for texts that nearly match', async () => {
    const before = process.cpuUsage();
    for (const text of ['1 '.repeat(200), '1--'.repeat(133), 'a '.repeat(200), 'ab-'.repeat(133)])
      await mask(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});
