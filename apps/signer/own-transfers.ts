import { encodeFunctionData, erc20Abi, keccak256 } from 'viem';
import type { HDAccount } from 'viem/accounts';
import { type AskedBytes, assertBytes } from './asserts.ts';
import type { Bindings } from './bindings.ts';
import type { WalletKeys } from './keystore.ts';
import { checkOwn, dayOf, type SignerPolicy, unitsOf } from './policy.ts';
import { type Fees, type GasRequest, type Signed, SignerError, type SweepRequest } from './protocol.ts';

interface OwnTransfers {
  sweep(request: SweepRequest): Promise<Signed>;
  gas(request: GasRequest): Promise<Signed>;
}

/**
 * Signs transfers between the house's own addresses. Nobody can name a recipient: a sweep goes to the hot wallet, gas to a
 * deposit address. So they need no binding: signed twice, the coins go where they would have gone.
 */
export function openOwnTransfers({
  keys,
  bindings,
  policy,
  now,
}: {
  readonly keys: WalletKeys;
  readonly bindings: Bindings;
  readonly policy: SignerPolicy;
  readonly now: () => number;
}): OwnTransfers {
  return {
    async sweep(request) {
      checkOwn(policy, bindings.given, request);
      const { index, asset } = request;
      const to = keys.hot.address;
      const amount = unitsOf(request.amount);
      const call =
        asset.contract === null
          ? { to, value: amount }
          : {
              to: asset.contract as `0x${string}`,
              value: 0n,
              data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
            };
      return signed(keys.deposit(index), request, call, { to, contract: asset.contract });
    },
    async gas(request) {
      const { mostGas, mostGasPerDay } = checkOwn(policy, bindings.given, request);
      const { chainId, index } = request;
      const amount = unitsOf(request.amount);
      const day = dayOf(now());
      if (amount > BigInt(mostGas))
        throw new SignerError('LIMIT_REACHED', 'More gas than one address gets at once');
      if (bindings.gasOn(day, chainId) + amount > BigInt(mostGasPerDay))
        throw new SignerError('LIMIT_REACHED', 'More gas than all addresses get in a day');
      // Counted before the bytes leave, so that a kill never forgets what was signed.
      await bindings.addGas(chainId, day, request.amount);
      const to = keys.depositAddress(index) as `0x${string}`;
      return signed(keys.gas, request, { to, value: amount }, { to, contract: null });
    },
  };
}

async function signed(
  account: HDAccount,
  request: Fees & { readonly chainId: number; readonly nonce: number; readonly amount: string },
  call: { readonly to: `0x${string}`; readonly value: bigint; readonly data?: `0x${string}` },
  pays: Pick<AskedBytes, 'to' | 'contract'>,
): Promise<Signed> {
  const { chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = request;
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    gas: unitsOf(gas),
    ...call,
    maxFeePerGas: unitsOf(maxFeePerGas),
    maxPriorityFeePerGas: unitsOf(maxPriorityFeePerGas),
  });
  const bytes = { hash: keccak256(raw), raw };
  assertBytes(bytes, { ...request, ...pays });
  return bytes;
}
