import fc from 'fast-check';
import { mnemonicToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { depositPath, normaliseEvmAddress } from '../index.ts';
import { evmAddressOfPublicKey } from './public-key.ts';

/** The vectors of EIP-55: all capitals, all lower case, and mixed. */
const EIP_55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('normaliseEvmAddress', () => {
  it.each(EIP_55)('takes the vector %s of EIP-55 and gives its checksum', (address) => {
    expect(normaliseEvmAddress(address)).toBe(address);
    expect(normaliseEvmAddress(address.toLowerCase())).toBe(address);
    expect(normaliseEvmAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  });

  it('refuses one letter in the wrong case', () => {
    for (const address of EIP_55.slice(4)) {
      for (let at = 2; at < address.length; at++) {
        const letter = address[at]!;
        const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        if (other === letter) continue;
        expect(normaliseEvmAddress(address.slice(0, at) + other + address.slice(at + 1))).toBeNull();
      }
    }
  });

  it.each([
    '',
    '0x',
    EIP_55[4]!.slice(2),
    `${EIP_55[4]}0`,
    EIP_55[4]!.slice(0, -1),
    ` ${EIP_55[4]}`,
    `${EIP_55[4]}\n`,
    EIP_55[4]!.replace('0x', '0X'),
    `0x${'0'.repeat(40)}`,
    `0x${'g'.repeat(40)}`,
    'vitalik.eth',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  ])('refuses %j', (text) => {
    expect(normaliseEvmAddress(text)).toBeNull();
  });

  it('refuses anything random, and never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => normaliseEvmAddress(text) === null));
  });
});

it("derives BIP-44's addresses from public keys", () => {
  // The test vector that every Ethereum wallet knows.
  const mnemonic = 'test test test test test test test test test test test junk';
  const account = mnemonicToAccount(mnemonic, { path: depositPath(0) });
  expect(account.address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  expect(evmAddressOfPublicKey(account.publicKey as `0x04${string}`)).toBe(account.address);
  expect(depositPath(7)).toBe("m/44'/60'/0'/0/7");
  for (const index of [-1, 1.5, 2 ** 31, Number.NaN]) expect(() => depositPath(index)).toThrow(RangeError);
});
