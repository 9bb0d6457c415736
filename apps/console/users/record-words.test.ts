import { billKindNames, WITHDRAWAL_REASONS } from '@candor/api';
import { loadMessages, locales } from '@candor/i18n';
import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { entryWords, walletWords, withdrawalReasonWords } from './record-words.ts';

const wallets = [
  ...(['spot', 'contract', 'second', 'finance', 'margin-cross', 'margin-cross/debt'] as const),
  ...(['margin-isolated/7', 'margin-isolated/7/debt'] as const),
];

describe.each(locales)('in %s', (locale) => {
  it('has words for every kind of entry, wallet and reason of a list', async () => {
    const intl = createIntl({ locale, messages: { ...(await loadMessages(locale)) } });
    for (const kind of billKindNames) expect(entryWords(intl, kind)).not.toBe(kind);
    for (const reason of WITHDRAWAL_REASONS) expect(withdrawalReasonWords(intl, reason)).not.toBe(reason);
    for (const wallet of wallets)
      for (const part of wallet.split('/').filter((each) => each !== '7'))
        expect(walletWords(intl, wallet).split(' · ')).not.toContain(part);
    expect(walletWords(intl, 'margin-isolated/7/debt')).toMatch(/ · 7 · /);
    // what another version of the program wrote
    expect(withdrawalReasonWords(intl, 'unheardOf')).toBe('unheardOf');
  });
});
