import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readAllowedKeys } from '../allowed-keys.ts';
import { assertSpent, Trust } from '../asserts.ts';
import { nextAddresses } from '../next-addresses.ts';
import { dayOf } from '../policy.ts';
import { SignerError } from '../protocol.ts';
import { createTurns } from '../turns.ts';
import type { BitcoinKeys } from './keys.ts';
import { SpendMemory, type SpendVersion } from './memory.ts';
import { type BitcoinPolicy, checkSpend, checkSpendLimits } from './policy.ts';
import type { MergeRequest, OutputSigner, SignedSpend, SpendRequest } from './protocol.ts';
import { type ReadPsbt, readPsbt } from './read-psbt.ts';

export interface BitcoinSignerOptions {
  readonly keys: BitcoinKeys;
  /** Folder in which it remembers what it signed, beside the other signer. */
  readonly folder: string;
  readonly policy: BitcoinPolicy;
  readonly now: () => number;
}

/** Keys that the signer signs with, and all that it remembers. */
interface SignerRoom extends BitcoinSignerOptions {
  readonly memory: SpendMemory;
}

/**
 * Signs payments of withdrawals from outputs. The steps never change their order: the request and its PSBT are checked, its
 * binding is looked up, the limits are checked for a new one, the bytes are made, the binding is on disk, and only then the
 * answer leaves. One request at a time.
 */
export async function openBitcoinSigner(options: BitcoinSignerOptions): Promise<OutputSigner> {
  const { keys, folder, policy } = options;
  if (keys.network !== policy.network) throw new Error('Keys and limits are of different networks');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const trust = new Trust();
  const file = join(folder, `bindings-${policy.network.bech32}.jsonl`);
  const memory = await SpendMemory.read(file, (error) => trust.lose(error));
  const room: SignerRoom = { ...options, memory };
  const inTurn = createTurns();
  return {
    hotAddress: async () => keys.hot.address,
    next: (count) => inTurn(() => nextAddresses(memory, count, (index) => keys.deposit(index).address)),
    allowedKeys: () => readAllowedKeys(folder),
    signSpend: (request) => inTurn(() => trust.run(() => signSpend(room, request))),
    signMerge: (request) => inTurn(() => trust.run(() => signMerge(room, request))),
  };
}

async function signSpend(room: SignerRoom, request: SpendRequest): Promise<SignedSpend> {
  const { keys, policy, memory } = room;
  checkSpend(policy, keys.hot.address, request);
  const psbt = readPsbt(request.psbt, request.keys, keys, memory.given);
  requireOutputs(keys, psbt, request);
  if (psbt.fee > policy.mostFee)
    throw new SignerError('FEE_TOO_HIGH', 'The fee is above the ceiling of the signer');
  const { withdrawalNo } = request;
  for (const outpoint of psbt.inputs) {
    const owner = memory.ownerOf(outpoint);
    if (owner !== null && owner !== withdrawalNo)
      throw new SignerError('BOUND_OTHERWISE', `${outpoint} is bound to another payment`);
  }
  const known = memory.of(withdrawalNo);
  if (known === null) return answer(await bind(room, request, psbt));
  const { binding, versions } = known;
  const isSame =
    binding.paymentNo === request.paymentNo && binding.to === request.to && binding.amount === request.amount;
  if (!isSame)
    throw new SignerError('BOUND_OTHERWISE', `Withdrawal ${withdrawalNo} is bound to another payment`);
  const same = versions.find(({ hash }) => hash === psbt.hash);
  if (same !== undefined) return answer(same);
  requireReplacement(psbt, versions);
  if (binding.feeCeiling !== undefined && psbt.fee > BigInt(binding.feeCeiling))
    throw new SignerError('FEE_TOO_HIGH', 'The fee is above the ceiling that operators approved');
  const version = signedBy(psbt);
  await memory.addVersion(withdrawalNo, version);
  return answer(version);
}

async function bind(
  { folder, policy, now, memory }: SignerRoom,
  request: SpendRequest,
  psbt: ReadPsbt,
): Promise<SpendVersion> {
  const { withdrawalNo, paymentNo, to, amount } = request;
  const next = memory.nextPayment;
  if (next !== null && paymentNo < next)
    throw new SignerError('BOUND_OTHERWISE', `Payment ${paymentNo} is bound to another withdrawal`);
  if (next !== null && paymentNo > next)
    throw new SignerError('NONCE_NOT_NEXT', `The next payment is ${next}, not ${paymentNo}`);
  const nowMs = now();
  // Read each time: a key that was just taken from the list approves nothing more.
  const allowed = await readAllowedKeys(folder);
  const operators = checkSpendLimits(policy, allowed, memory, { request, fee: psbt.fee, nowMs });
  const version = signedBy(psbt);
  const approval = operators.length === 0 ? {} : { operators, feeCeiling: request.approved!.feeCeiling };
  await memory.bind({ withdrawalNo, paymentNo, to, amount, day: dayOf(nowMs), ...approval }, version);
  return version;
}

/** The first output pays the recipient exactly; all else goes back to the hot wallet. */
function requireOutputs(keys: BitcoinKeys, { outputs }: ReadPsbt, { to, amount }: SpendRequest): void {
  const [pay, change, ...more] = outputs;
  if (pay?.address !== to || pay.amount !== BigInt(amount))
    throw new SignerError('REQUEST_INVALID', 'The first output does not pay the recipient the amount');
  if (more.length > 0 || (change !== undefined && change.address !== keys.hot.address))
    throw new SignerError('ADDRESS_REFUSED', 'Change goes to the hot wallet alone');
}

async function signMerge(
  { keys, policy, now, memory }: SignerRoom,
  { chainId, psbt: text, keys: names }: MergeRequest,
): Promise<SignedSpend> {
  if (chainId !== policy.network.chainId)
    throw new SignerError('CHAIN_NOT_LISTED', `Chain ${chainId} is not the signer's`);
  const psbt = readPsbt(text, names, keys, memory.given);
  const [only, ...more] = psbt.outputs;
  if (only?.address !== keys.hot.address || more.length > 0)
    throw new SignerError('ADDRESS_REFUSED', 'Coins are put together at the hot wallet alone');
  const same = memory.merge(psbt.hash);
  if (same !== null) return answer(same);
  if (psbt.inputs.some((outpoint) => memory.ownerOf(outpoint) !== null))
    throw new SignerError('BOUND_OTHERWISE', 'An output is bound to another payment');
  const day = dayOf(now());
  if (psbt.fee > policy.mostFee)
    throw new SignerError('FEE_TOO_HIGH', 'The fee is above the ceiling of the signer');
  if (memory.mergeFeesOn(day) + psbt.fee > policy.mostMergeFeesPerDay)
    throw new SignerError('LIMIT_REACHED', 'More than merges may cost in a day');
  const version = signedBy(psbt);
  await memory.addMerge(day, version);
  return answer(version);
}

/** Two versions that share no input could both be mined. Throws SignerError. */
function requireReplacement(psbt: ReadPsbt, versions: readonly SpendVersion[]): void {
  const spent = new Set(psbt.inputs);
  if (versions.some(({ inputs }) => inputs.some((outpoint) => !spent.has(outpoint))))
    throw new SignerError('INPUTS_MISSING', 'A new version spends all inputs of all earlier ones');
  const newest = versions.at(-1)!;
  if (psbt.fee <= BigInt(newest.fee))
    throw new SignerError('FEE_NOT_RAISED', 'A new version pays a higher fee');
}

/** Signs, and asserts that the bytes are those that were read. @throws InvariantError */
function signedBy(psbt: ReadPsbt): SpendVersion {
  const version = psbt.sign();
  assertSpent(version.hash, psbt.hash);
  return version;
}

const answer = ({ hash, raw }: SpendVersion): SignedSpend => ({ hash, raw });
