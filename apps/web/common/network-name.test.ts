import { loadMessages } from '@candor/i18n';
import { describe, expect, it } from 'vitest';
import { networkNameOf } from './network-name.ts';

describe('the name of a network', () => {
  it('has the words of the language for practice networks and their bank, and hyphens that do not break', async () => {
    const messages = await loadMessages('ja');
    const nameOf = (network: string, networkName: string) =>
      networkNameOf((id) => messages[id] ?? id, { network, networkName });
    expect(nameOf('practice-evm', 'Practice Ethereum (ERC-20)')).toBe('練習用Ethereum（ERC-\u206020）');
    expect(nameOf('practice-bank', 'Practice Bank')).toBe('練習用の銀行');
    expect(nameOf('ethereum', 'Ethereum (ERC-20)')).toBe('Ethereum (ERC-\u206020)');
  });
});
