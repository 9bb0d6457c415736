import { keccak256, parseTransaction } from 'viem';
import type { SignedPayment } from '../port.ts';
import { normaliseEvmAddress } from './addresses.ts';

/** The call `transfer(address,uint256)` of a token. */
const TRANSFER = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;

/**
 * Reads the payment that the bytes of a signed EIP-1559 transaction make: of the chain's own coin, or the transfer of a token.
 * Throws RangeError for bytes that are neither.
 */
export function readSignedPayment(raw: `0x${string}`): SignedPayment {
  const { type, chainId, nonce, to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas } = parsed(raw);
  if (type !== 'eip1559' || chainId === undefined || to == null)
    throw new RangeError('The bytes are no payment');
  const own = {
    hash: keccak256(raw),
    chainId,
    nonce: nonce ?? 0,
    gas: gas ?? 0n,
    maxFeePerGas: maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n,
  };
  if (data === undefined) return { ...own, to: written(to), contract: null, amount: value ?? 0n };
  const [, recipient, amount] = TRANSFER.exec(data) ?? [];
  if (recipient === undefined || amount === undefined || (value ?? 0n) !== 0n)
    throw new RangeError('The bytes call no transfer of a token');
  return { ...own, to: written(`0x${recipient}`), contract: written(to), amount: BigInt(`0x${amount}`) };
}

function parsed(raw: `0x${string}`) {
  try {
    return parseTransaction(raw);
  } catch (cause) {
    throw new RangeError('The bytes are no transaction', { cause });
  }
}

function written(address: string): string {
  const normalised = normaliseEvmAddress(address);
  if (normalised === null) throw new RangeError(`${address} is no address`);
  return normalised;
}
