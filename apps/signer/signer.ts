import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeFunctionData, erc20Abi, keccak256 } from 'viem';
import { readAllowedKeys } from './allowed-keys.ts';
import { type AskedBytes, assertBytes, Trust } from './asserts.ts';
import { Bindings, type SignedVersion } from './bindings.ts';
import type { WalletKeys } from './keystore.ts';
import { openOwnTransfers } from './own-transfers.ts';
import {
  checkLimits,
  checkRequest,
  dayOf,
  feeOf,
  requireMode,
  type SignerPolicy,
  sameAddress,
  unitsOf,
} from './policy.ts';
import {
  type AllowedKey,
  type Signed,
  type SignedRow,
  type Signer,
  SignerError,
  type SignRequest,
} from './protocol.ts';

export interface SignerOptions {
  readonly keys: WalletKeys;
  /** Folder in which it remembers what it signed. */
  readonly folder: string;
  readonly policy: SignerPolicy;
  readonly now: () => number;
}

const MOST_ADDRESSES = 500;
/** Payments that one sync covers. */
const MOST_PAYMENTS = 100;
/** Nodes replace a transaction only for a tenth more of both fees. */
const RAISE_PERCENT = 110n;

/**
 * Signs payments of withdrawals. The steps never change their order: the request is checked, its binding is looked up, the
 * limits are checked for a new one, the bytes are made, the binding is on disk, and only then the answer leaves. One
 * request or one row of requests at a time.
 */
export async function openSigner({ keys, folder, policy, now }: SignerOptions): Promise<Signer> {
  for (const { chainId } of policy.chains) requireMode(policy, chainId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const trust = new Trust();
  const bindings = await Bindings.read(join(folder, 'bindings.jsonl'), (error) => trust.lose(error));
  const { hot } = keys;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs after all that came before, whatever became of it. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = last.then(run, run);
    last = turn.catch(() => {});
    return turn;
  }

  /** Signs in the given order, up to the first that is refused, and puts all bindings on disk before any bytes leave. */
  async function signRow(requests: readonly SignRequest[]): Promise<SignedRow> {
    if (!Array.isArray(requests) || requests.length === 0 || requests.length > MOST_PAYMENTS)
      throw new SignerError('REQUEST_INVALID', `Up to ${MOST_PAYMENTS} payments are signed at once`);
    // Read each time: a key that was just taken from the list approves nothing more.
    const allowed = await readAllowedKeys(folder);
    const signed: Signed[] = [];
    let refused: SignedRow['refused'] = null;
    try {
      for (const request of requests) {
        const { hash, raw } = await signOne(allowed, request);
        signed.push({ hash, raw });
      }
    } catch (error) {
      if (!(error instanceof SignerError)) {
        bindings.drop();
        throw error;
      }
      refused = { code: error.code, message: error.message };
    }
    await bindings.commit();
    return { signed, refused };
  }

  async function sign(request: SignRequest): Promise<Signed> {
    const { signed, refused } = await signRow([request]);
    if (refused !== null) throw new SignerError(refused.code, refused.message);
    return signed[0]!;
  }

  async function signOne(allowed: readonly AllowedKey[], request: SignRequest): Promise<SignedVersion> {
    const limits = checkRequest(policy, [hot.address, keys.gas.address], request);
    const known = bindings.of(request.withdrawalNo);
    if (known !== null) {
      const { binding, versions } = known;
      const isSame =
        binding.chainId === request.chainId &&
        binding.nonce === request.nonce &&
        binding.to === request.to &&
        binding.code === request.asset.code &&
        sameAddress(binding.contract, request.asset.contract) &&
        binding.amount === request.amount;
      if (!isSame)
        throw new SignerError(
          'BOUND_OTHERWISE',
          `Withdrawal ${binding.withdrawalNo} is bound to another payment`,
        );
      const same = versions.find((version) => hasFees(version, request));
      if (same !== undefined) {
        assertBytes(same, askedOf(request));
        return same;
      }
      requireRaise(versions.at(-1)!, request);
      if (binding.feeCeiling !== undefined && feeOf(request) > BigInt(binding.feeCeiling))
        throw new SignerError('FEE_TOO_HIGH', 'The fee is above the ceiling that operators approved');
      const version = await make(request);
      bindings.addVersion(request.withdrawalNo, version);
      return version;
    }
    const next = bindings.nextNonce(request.chainId);
    if (next !== null && request.nonce < next)
      throw new SignerError('BOUND_OTHERWISE', `Nonce ${request.nonce} is bound to another withdrawal`);
    if (next !== null && request.nonce > next)
      throw new SignerError('NONCE_NOT_NEXT', `The next nonce is ${next}, not ${request.nonce}`);
    const nowMs = now();
    const operators = checkLimits(allowed, bindings, limits, request, nowMs);
    const version = await make(request);
    const { withdrawalNo, chainId, nonce, to, amount, asset } = request;
    const { code, contract } = asset;
    const approval = operators.length === 0 ? {} : { operators, feeCeiling: request.approved!.feeCeiling };
    bindings.bind(
      { withdrawalNo, chainId, nonce, to, code, contract, amount, day: dayOf(nowMs), ...approval },
      version,
    );
    return version;
  }

  async function make(request: SignRequest): Promise<SignedVersion> {
    const { chainId, nonce, asset, gas, maxFeePerGas, maxPriorityFeePerGas } = request;
    const to = request.to as `0x${string}`;
    const amount = unitsOf(request.amount);
    const call =
      asset.contract === null
        ? { to, value: amount }
        : {
            to: asset.contract as `0x${string}`,
            value: 0n,
            data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
          };
    const raw = await hot.signTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      gas: unitsOf(gas),
      ...call,
      maxFeePerGas: unitsOf(maxFeePerGas),
      maxPriorityFeePerGas: unitsOf(maxPriorityFeePerGas),
    });
    const version = { gas, maxFeePerGas, maxPriorityFeePerGas, hash: keccak256(raw), raw };
    assertBytes(version, askedOf(request));
    return version;
  }

  const own = openOwnTransfers({ keys, bindings, policy, now });

  return {
    hotAddress: async () => hot.address,
    next: (count) =>
      inTurn(async () => {
        if (!Number.isSafeInteger(count) || count < 1 || count > MOST_ADDRESSES)
          throw new SignerError('REQUEST_INVALID', `Up to ${MOST_ADDRESSES} addresses are derived at once`);
        const first = bindings.given;
        // Counted before they are known: an answer that is lost wastes indices and gives none twice.
        await bindings.giveAddresses(first + count);
        return Array.from({ length: count }, (_, i) => ({
          index: first + i,
          address: keys.depositAddress(first + i),
        }));
      }),
    gasAddress: async () => keys.gas.address,
    signSweep: (request) => inTurn(() => trust.run(() => own.sweep(request))),
    signGas: (request) => inTurn(() => trust.run(() => own.gas(request))),
    allowedKeys: () => readAllowedKeys(folder),
    sign: (request) => inTurn(() => trust.run(() => sign(request))),
    // In turn: a request whose sender went away may still be under way.
    newestFees: (withdrawalNo) =>
      inTurn(async () => {
        const newest = bindings.of(withdrawalNo)?.versions.at(-1);
        if (newest === undefined) return null;
        const { gas, maxFeePerGas, maxPriorityFeePerGas } = newest;
        return { gas, maxFeePerGas, maxPriorityFeePerGas };
      }),
    signRow: (requests) => inTurn(() => trust.run(() => signRow(requests))),
  };
}

const askedOf = ({ asset, ...request }: SignRequest): AskedBytes => ({
  ...request,
  contract: asset.contract,
});

function hasFees(version: SignedVersion, request: SignRequest): boolean {
  return (
    version.maxFeePerGas === request.maxFeePerGas &&
    version.maxPriorityFeePerGas === request.maxPriorityFeePerGas &&
    version.gas === request.gas
  );
}

function requireRaise(version: SignedVersion, request: SignRequest): void {
  const raised = (before: string, after: string) => unitsOf(after) * 100n >= BigInt(before) * RAISE_PERCENT;
  if (
    !raised(version.maxFeePerGas, request.maxFeePerGas) ||
    !raised(version.maxPriorityFeePerGas, request.maxPriorityFeePerGas)
  )
    throw new SignerError('FEE_NOT_RAISED', 'A new version raises both fees by a tenth');
}
