import { ChainError } from '../chain-error.ts';

const DECIMALS = 8;

/** Reads an amount that the node wrote in coins, as text or as a whole number. */
export function satoshi(coins: string | number): bigint {
  const match = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(String(coins));
  if (match === null) throw new ChainError('NODE_INCONSISTENT', `${coins} is no amount of coins`);
  const [, units = '0', fraction = '', exponent = '0'] = match;
  const places = DECIMALS + Number(exponent) - fraction.length;
  const digits = BigInt(units + fraction);
  if (places >= 0) return digits * 10n ** BigInt(places);
  const step = 10n ** BigInt(-places);
  if (digits % step !== 0n)
    throw new ChainError('NODE_INCONSISTENT', `${coins} has more decimals than a coin`);
  return digits / step;
}

/** Satoshi per virtual byte of a rate in coins per 1000 of them, rounded up: a payment is never too cheap. */
export function perVirtualByte(coins: string | number): bigint {
  return (satoshi(coins) + 999n) / 1000n;
}
