import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BITCOIN_MAINNET, BITCOIN_REGTEST, normaliseAddress } from '../index.ts';
import { addressOfScript, readWitnessAddress, scriptOfAddress } from './addresses.ts';
import { addressOfPublicKey, depositAccountPath, hotPath } from './derive.ts';

/** The valid vectors of BIP-350, with their scripts. */
const VALID: readonly (readonly [string, string, string])[] = [
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'tb',
    '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  ],
  [
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    'bc',
    '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
  ],
  ['BC1SW50QGDZ25J', 'bc', '6002751e'],
  ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'bc', '5210751e76e8199196d454941c45d1b3a323'],
  [
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    'tb',
    '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    'tb',
    '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bc',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
];

/** The invalid vectors of BIP-350, and two of BIP-173. */
const INVALID = [
  'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
  'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
  'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
  'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
  'bc1pw5dgrnzv',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
  'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
  'bc1gmk9yu',
  'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
];

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('addresses with witness programs', () => {
  it.each(VALID)('reads the vector %s of BIP-350', (text, hrp, script) => {
    const { version, program } = readWitnessAddress(text, hrp)!;
    const opcode = version === 0 ? '00' : (0x50 + version).toString(16);
    expect(`${opcode}${program.length.toString(16).padStart(2, '0')}${hex(program)}`).toBe(script);
  });

  it.each(INVALID)('refuses the vector %s', (text) => {
    for (const hrp of ['bc', 'tb']) expect(readWitnessAddress(text, hrp)).toBeNull();
    expect(normaliseAddress(BITCOIN_MAINNET.chainId, text)).toBeNull();
  });
});

describe('normaliseAddress', () => {
  const mainnet = (text: string) => normaliseAddress(BITCOIN_MAINNET.chainId, text);

  it('gives the one written form of each kind that is paid to', () => {
    const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
    expect(mainnet('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    );
    expect(mainnet(taproot.toUpperCase())).toBe(taproot);
    for (const text of ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'])
      expect(mainnet(text)).toBe(text);
  });

  it('refuses programs that anybody may spend', () => {
    for (const text of [VALID[2]![0], VALID[3]![0], VALID[4]![0]]) expect(mainnet(text)).toBeNull();
    // Pay to anchor.
    expect(mainnet('bc1pfeessrawgf')).toBeNull();
  });

  it('refuses addresses of other networks and chains', () => {
    const { address } = addressesOf(BITCOIN_REGTEST);
    expect(mainnet(address)).toBeNull();
    for (const text of ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'])
      expect(mainnet(text)).toBeNull();
    expect(normaliseAddress(BITCOIN_REGTEST.chainId, 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).not.toBeNull();
    expect(mainnet('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBeNull();
    expect(normaliseAddress(1, address)).toBeNull();
    expect(() => normaliseAddress('bip122:00', 'x')).toThrow(RangeError);
  });

  it('refuses one changed letter, and never throws', () => {
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    for (let at = 0; at < address.length; at++)
      expect(
        mainnet(`${address.slice(0, at)}${address[at] === 'q' ? 'p' : 'q'}${address.slice(at + 1)}`),
      ).toBeNull();
    expect(mainnet(` ${address}`)).toBeNull();
    expect(mainnet(`${address}\n`)).toBeNull();
    expect(mainnet('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3')).toBeNull();
    fc.assert(fc.property(fc.string(), (text) => mainnet(text) === null));
  });

  it('and the script of an address name each other', () => {
    const kinds = [
      (hash: Uint8Array) => Uint8Array.of(0, 20, ...hash.subarray(0, 20)),
      (hash: Uint8Array) => Uint8Array.of(0, 32, ...hash),
      (hash: Uint8Array) => Uint8Array.of(0x51, 32, ...hash),
      (hash: Uint8Array) => Uint8Array.of(0x76, 0xa9, 20, ...hash.subarray(0, 20), 0x88, 0xac),
      (hash: Uint8Array) => Uint8Array.of(0xa9, 20, ...hash.subarray(0, 20), 0x87),
    ];
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(
        bytes,
        fc.constantFrom(...kinds),
        fc.constantFrom(BITCOIN_MAINNET, BITCOIN_REGTEST),
        (hash, kind, network) => {
          const address = addressOfScript(kind(hash), network)!;
          expect(hex(scriptOfAddress(address, network)!)).toBe(hex(kind(hash)));
          expect(normaliseAddress(network.chainId, address)).toBe(address);
        },
      ),
    );
    expect(addressOfScript(Uint8Array.of(0x6a, 2, 1, 2), BITCOIN_MAINNET)).toBeNull();
  });
});

const WORDS = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

function addressesOf(network: typeof BITCOIN_MAINNET) {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS));
  const account = root.derive(depositAccountPath(network));
  // From the extended public key alone, as BIP-84 has it.
  const watching = HDKey.fromExtendedKey(account.publicExtendedKey);
  const at = (path: string) => addressOfPublicKey(watching.derive(path).publicKey!, network);
  return { address: at('m/0/0'), second: at('m/0/1'), change: at('m/1/0'), watching, root };
}

it("derives BIP-84's addresses from an extended public key", () => {
  const { address, second, change, watching, root } = addressesOf(BITCOIN_MAINNET);
  expect(address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  expect(second).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
  expect(change).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
  expect(watching.privateKey).toBeNull();
  expect(hotPath(BITCOIN_REGTEST)).toBe("m/84'/1'/1'/0/0");
  expect(addressesOf(BITCOIN_REGTEST).address).toMatch(/^bcrt1q/);
  const uncompressed = Uint8Array.of(4, ...new Uint8Array(64));
  expect(() => addressOfPublicKey(uncompressed, BITCOIN_MAINNET)).toThrow(RangeError);
  expect(root.derive(depositAccountPath(BITCOIN_MAINNET)).publicExtendedKey).toBe(watching.publicExtendedKey);
});
