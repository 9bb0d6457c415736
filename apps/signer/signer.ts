import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeFunctionData, erc20Abi, keccak256 } from 'viem';
import { readAllowedKeys } from './allowed-keys.ts';
import { type AskedBytes, assertBytes, Trust } from './asserts.ts';
import { Bindings, type SignedVersion } from './bindings.ts';
import type { WalletKeys } from './keystore.ts';
import { nextAddresses } from './next-addresses.ts';
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
import { createTurns } from './turns.ts';

export interface SignerOptions {
  readonly keys: WalletKeys;
  /** Folder in which it remembers what it signed. */
  readonly folder: string;
  readonly policy: SignerPolicy;
  readonly now: () => number;
}

/** Payments that one sync covers. */
const MOST_PAYMENTS = 100;
/** Nodes replace a transaction only for a tenth more of both fees. */
const RAISE_PERCENT = 110n;

/** Keys that the signer signs with, and all that it remembers. */
interface SignerRoom extends SignerOptions {
  readonly bindings: Bindings;
}

/**
 * Signs payments of withdrawals. The steps never change their order: the request is checked, its binding is looked up, the
 * limits are checked for a new one, the bytes are made, the binding is on disk, and only then the answer leaves. One
 * request or one row of requests at a time.
 */
export async function openSigner(options: SignerOptions): Promise<Signer> {
  const { keys, folder, policy } = options;
  for (const { chainId } of policy.chains) requireMode(policy, chainId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const trust = new Trust();
  const bindings = await Bindings.read(join(folder, 'bindings.jsonl'), (error) => trust.lose(error));
  const room: SignerRoom = { ...options, bindings };
  const own = openOwnTransfers(room);
  const inTurn = createTurns();
  return {
    hotAddress: async () => keys.hot.address,
    next: (count) => inTurn(() => nextAddresses(bindings, count, (index) => keys.depositAddress(index))),
    gasAddress: async () => keys.gas.address,
    signSweep: (request) => inTurn(() => trust.run(() => own.sweep(request))),
    signGas: (request) => inTurn(() => trust.run(() => own.gas(request))),
    allowedKeys: () => readAllowedKeys(folder),
    sign: (request) => inTurn(() => trust.run(() => sign(room, request))),
    // In turn: a request whose sender went away may still be under way.
    newestFees: (withdrawalNo) =>
      inTurn(async () => {
        const newest = bindings.of(withdrawalNo)?.versions.at(-1);
        if (newest === undefined) return null;
        const { gas, maxFeePerGas, maxPriorityFeePerGas } = newest;
        return { gas, maxFeePerGas, maxPriorityFeePerGas };
      }),
    signRow: (requests) => inTurn(() => trust.run(() => signRow(room, requests))),
  };
}

/** Signs in the given order, up to the first that is refused, and puts all bindings on disk before any bytes leave. */
async function signRow(room: SignerRoom, requests: readonly SignRequest[]): Promise<SignedRow> {
  if (!Array.isArray(requests) || requests.length === 0 || requests.length > MOST_PAYMENTS)
    throw new SignerError('REQUEST_INVALID', `Up to ${MOST_PAYMENTS} payments are signed at once`);
  // Read each time: a key that was just taken from the list approves nothing more.
  const allowed = await readAllowedKeys(room.folder);
  const signed: Signed[] = [];
  let refused: SignedRow['refused'] = null;
  try {
    for (const request of requests) {
      const { hash, raw } = await signOne(room, allowed, request);
      signed.push({ hash, raw });
    }
  } catch (error) {
    if (!(error instanceof SignerError)) {
      room.bindings.drop();
      throw error;
    }
    refused = { code: error.code, message: error.message };
  }
  await room.bindings.commit();
  return { signed, refused };
}

async function sign(room: SignerRoom, request: SignRequest): Promise<Signed> {
  const { signed, refused } = await signRow(room, [request]);
  if (refused !== null) throw new SignerError(refused.code, refused.message);
  return signed[0]!;
}

async function signOne(
  room: SignerRoom,
  allowed: readonly AllowedKey[],
  request: SignRequest,
): Promise<SignedVersion> {
  const { keys, policy, bindings } = room;
  const limits = checkRequest(policy, [keys.hot.address, keys.gas.address], request);
  const known = bindings.of(request.withdrawalNo);
  return known !== null ? signBound(room, known, request) : bindNew(room, allowed, limits, request);
}

/** Signs a payment that is bound already: the same bytes again, or a version that raises its fees. */
async function signBound(
  { keys, bindings }: SignerRoom,
  known: NonNullable<ReturnType<Bindings['of']>>,
  request: SignRequest,
): Promise<SignedVersion> {
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
  const version = await make(keys, request);
  bindings.addVersion(request.withdrawalNo, version);
  return version;
}

/** Binds a new payment to the next nonce, within the limits. */
async function bindNew(
  { keys, bindings, now }: SignerRoom,
  allowed: readonly AllowedKey[],
  limits: ReturnType<typeof checkRequest>,
  request: SignRequest,
): Promise<SignedVersion> {
  const next = bindings.nextNonce(request.chainId);
  if (next !== null && request.nonce < next)
    throw new SignerError('BOUND_OTHERWISE', `Nonce ${request.nonce} is bound to another withdrawal`);
  if (next !== null && request.nonce > next)
    throw new SignerError('NONCE_NOT_NEXT', `The next nonce is ${next}, not ${request.nonce}`);
  const nowMs = now();
  const operators = checkLimits(allowed, bindings, limits, request, nowMs);
  const version = await make(keys, request);
  const { withdrawalNo, chainId, nonce, to, amount, asset } = request;
  const { code, contract } = asset;
  const approval = operators.length === 0 ? {} : { operators, feeCeiling: request.approved!.feeCeiling };
  bindings.bind(
    { withdrawalNo, chainId, nonce, to, code, contract, amount, day: dayOf(nowMs), ...approval },
    version,
  );
  return version;
}

async function make({ hot }: WalletKeys, request: SignRequest): Promise<SignedVersion> {
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
