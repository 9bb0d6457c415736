import { SignerError } from './protocol.ts';

const MOST_ADDRESSES = 500;

/** The memory of how many addresses were given out. */
interface AddressCount {
  readonly given: number;
  giveAddresses(given: number): Promise<void>;
}

/** Derives the addresses of the next indices. @throws SignerError REQUEST_INVALID */
export async function nextAddresses(
  memory: AddressCount,
  count: number,
  addressOf: (index: number) => string,
): Promise<{ readonly index: number; readonly address: string }[]> {
  if (!Number.isSafeInteger(count) || count < 1 || count > MOST_ADDRESSES)
    throw new SignerError('REQUEST_INVALID', `Up to ${MOST_ADDRESSES} addresses are derived at once`);
  const first = memory.given;
  // Counted before they are known: an answer that is lost wastes indices and gives none twice.
  await memory.giveAddresses(first + count);
  return Array.from({ length: count }, (_, i) => ({ index: first + i, address: addressOf(first + i) }));
}
