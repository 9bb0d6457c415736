import { describe, expect, it } from 'vitest';
import { loadMessages } from './load-messages.ts';
import { createTranslate } from './translate.ts';

describe('translation outside React', () => {
  it('fills placeholders', async () => {
    const translate = createTranslate('en', await loadMessages('en'));
    expect(translate('ui.latency', { ms: '48' })).toBe('48\u00a0ms');
    expect(translate('ui.close')).toBe('Close');
  });

  it('throws for an id that is not there, rather than show it', () => {
    expect(() => createTranslate('de', {})('ui.close')).toThrow('the de catalogue has no message ui.close');
  });
});
