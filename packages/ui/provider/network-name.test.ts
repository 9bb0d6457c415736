import { loadMessages } from '@candor/i18n';
import { expect, it } from 'vitest';
import { networkNameOf } from './network-name.ts';

it('names a network in the language of the page, with hyphens that do not break', async () => {
  const messages = await loadMessages('ja');
  const nameOf = (code: string) => networkNameOf((id) => messages[id] ?? id, code);
  expect(nameOf('practice-evm')).toBe('デモEthereum（ERC-\u206020）');
  expect(nameOf('practice-bank')).toBe('デモ銀行');
  expect(nameOf('ethereum')).toBe('Ethereum (ERC-\u206020)');
  for (const unknown of ['solana', 'constructor']) expect(nameOf(unknown)).toBe(unknown);
});
