import { type Address, createClient, custom, type Hex, hashMessage, recoverAddress } from 'viem';
import { verifyHash } from 'viem/actions';
import { isErc6492Signature } from 'viem/utils';
import { ChainError } from '../chain-error.ts';
import type { Signatory } from '../port.ts';
import type { AskNode } from './node.ts';

/** r, s and v of one key. */
const KEY_SIGNATURE = /^0x[0-9a-fA-F]{130}$/;

/**
 * Says who signed a text by EIP-191: the key of the address by recovery, else a contract there by EIP-1271, or one that is
 * not deployed yet by EIP-6492.
 */
export async function signatoryOf(
  ask: AskNode,
  address: string,
  text: string,
  signature: string,
): Promise<Signatory> {
  const hash = hashMessage(text);
  if (KEY_SIGNATURE.test(signature) && (await recovers(hash, address, signature))) return 'plain';
  const code = await ask<string>('eth_getCode', [address, 'latest']);
  if (code === '0x' && !isErc6492Signature(signature as Hex)) return null;
  const client = createClient({
    transport: custom(
      {
        request: ({ method, params }) => ask(method, params as readonly unknown[]),
      },
      { retryCount: 0 },
    ),
  });
  try {
    const isSigned = await verifyHash(client, {
      address: address as Address,
      hash,
      signature: signature as Hex,
    });
    return isSigned ? 'contract' : null;
  } catch (error) {
    if (isOfNode(error)) throw new ChainError('NODE_UNREACHABLE', 'The node of the chain does not answer');
    return null;
  }
}

async function recovers(hash: Hex, address: string, signature: string): Promise<boolean> {
  try {
    const signer = await recoverAddress({ hash, signature: signature as Hex });
    return signer.toLowerCase() === address.toLowerCase();
  } catch {
    return false;
  }
}

/** True for a node that did not answer: nothing is known of the signature then. */
function isOfNode(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause as Error)
    if (cause instanceof ChainError)
      return cause.code === 'NODE_UNREACHABLE' || cause.code === 'NODE_LIMITED';
  return false;
}
