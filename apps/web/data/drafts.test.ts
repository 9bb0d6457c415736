import { describe, expect, it } from 'vitest';
import { createDrafts } from './drafts.ts';

describe('drafts', () => {
  it('are given once, to their form and their user', () => {
    const drafts = createDrafts();
    drafts.keep(1000, 'bank card', { name: 'Ada' });
    drafts.keep(1000, 'API key', { name: 'Grid bot' });
    expect(drafts.take(1000, 'primary identity')).toBeNull();
    expect(drafts.take(1000, 'bank card')).toEqual({ name: 'Ada' });
    expect(drafts.take(1000, 'bank card')).toBeNull();
    expect(drafts.take(1000, 'API key')).toEqual({ name: 'Grid bot' });
  });

  it('end with another user of the device, and with a logout', () => {
    const drafts = createDrafts();
    drafts.keep(1000, 'bank card', { name: 'Ada' });
    expect(drafts.take(1001, 'bank card')).toBeNull();
    expect(drafts.take(1000, 'bank card')).toBeNull();
    drafts.keep(1000, 'bank card', { name: 'Ada' });
    drafts.clear();
    expect(drafts.take(1000, 'bank card')).toBeNull();
  });
});
