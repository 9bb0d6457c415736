import { TOKEN_AGE_SECONDS } from '@candor/products';
import { describe, expect, it } from 'vitest';
import { isRefreshDue, TOKEN_MARGIN_MS } from './token-age.ts';

const TOKEN_LIFETIME_MS = TOKEN_AGE_SECONDS * 1_000;
describe('the age of a token', () => {
  const stored = 1_700_000_000_000;

  it('is 7 days less a margin', () => {
    const dueMs = stored + TOKEN_LIFETIME_MS - TOKEN_MARGIN_MS;
    expect(isRefreshDue(stored, dueMs - 1)).toBe(false);
    expect(isRefreshDue(stored, dueMs)).toBe(true);
    expect(isRefreshDue(stored, stored + 2 * TOKEN_LIFETIME_MS)).toBe(true);
  });

  it('takes a configured lifetime', () => {
    expect(isRefreshDue(stored, stored + 59_999, 60_000, 0)).toBe(false);
    expect(isRefreshDue(stored, stored + 60_000, 60_000, 0)).toBe(true);
  });

  it('counts a token from the future as fresh', () => {
    expect(isRefreshDue(stored, stored - 1)).toBe(false);
  });
});
