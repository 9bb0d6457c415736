import { createPublicKey, verify } from 'node:crypto';
import { isPracticeChainId, normaliseEvmAddress } from '@candor/chains';
import type { Bindings } from './bindings.ts';
import { fingerprintOf, isPublicKey } from './fingerprint.ts';
import {
  type AllowedKey,
  type ApprovedPayment,
  approvalText,
  type Fees,
  type SignAsset,
  SignerError,
  type SignRequest,
  type SweepRequest,
} from './protocol.ts';

/** Limits of one asset, in base units of the chain. */
export interface AssetLimits {
  readonly code: string;
  readonly contract: string | null;
  /** Signed without operators up to this, each and per UTC day. */
  readonly automaticEach: string;
  readonly automaticPerDay: string;
  /** Signed with two operators up to this; never above. */
  readonly most: string;
  /** All that is signed in a UTC day, with operators or without; never above. */
  readonly mostPerDay: string;
}

export interface ChainPolicy {
  readonly chainId: number;
  readonly assets: readonly AssetLimits[];
  /** The most that one transaction may pay to the network, in wei. */
  readonly mostFee: string;
  /** The most gas that one deposit address gets at once, and all of them in a UTC day, in wei. */
  readonly mostGas: string;
  readonly mostGasPerDay: string;
}

/** Limits that the signer enforces by itself. They are read at the start and never changed by a request. */
export interface SignerPolicy {
  /** True for a journal of practice funds: it touches practice chains alone, and a real one none of them. */
  readonly isPractice: boolean;
  readonly chains: readonly ChainPolicy[];
}

const APPROVALS = 2;
const LARGEST = 2n ** 128n;
/** The last time that a Date can hold. */
const LATEST_MS = 8.64e15;
/** DER prefix of a raw Ed25519 public key. */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Refuses a chain of the other mode, whatever the list says. Throws SignerError CHAIN_OF_OTHER_MODE. */
export function requireMode({ isPractice }: SignerPolicy, chainId: number): void {
  if (isPracticeChainId(chainId) === isPractice) return;
  const mode = isPractice ? 'practice' : 'real';
  throw new SignerError('CHAIN_OF_OTHER_MODE', `A ${mode} journal must not touch the chain ${chainId}`);
}

/**
 * Refuses what no request may ask for: another chain or asset, a recipient that is the house's own or a token, a fee above
 * the ceiling. Throws SignerError. Returns the asset's limits.
 */
export function checkRequest(
  policy: SignerPolicy,
  houseAddresses: readonly string[],
  request: SignRequest,
): AssetLimits {
  const { withdrawalNo, chainId, nonce, to, asset, amount, maxFeePerGas } = request;
  if (!isCount(withdrawalNo) || !Number.isSafeInteger(nonce) || nonce < 0)
    throw new SignerError('REQUEST_INVALID', 'A withdrawal has a number and a nonce');
  requireMode(policy, chainId);
  const chain = policy.chains.find((each) => each.chainId === chainId);
  if (chain === undefined) throw new SignerError('CHAIN_NOT_LISTED', `Chain ${chainId} is not on the list`);
  const limits = chain.assets.find(
    ({ code, contract }) => code === asset.code && sameAddress(contract, asset.contract),
  );
  if (limits === undefined) throw new SignerError('ASSET_NOT_LISTED', `${asset.code} is not on the list`);
  if (normaliseEvmAddress(to) !== to) throw new SignerError('ADDRESS_REFUSED', `${to} is no address`);
  const own = [...houseAddresses, ...chain.assets.map(({ contract }) => contract)];
  if (own.some((address) => sameAddress(address, to)))
    throw new SignerError('ADDRESS_REFUSED', `${to} is the house's own or a token`);
  if (unitsOf(amount) <= 0n || unitsOf(amount) >= LARGEST)
    throw new SignerError('AMOUNT_INVALID', 'The amount is above 0');
  if (unitsOf(request.maxPriorityFeePerGas) > unitsOf(maxFeePerGas))
    throw new SignerError('REQUEST_INVALID', 'The tip is part of the fee');
  if (feeOf(request) > BigInt(chain.mostFee))
    throw new SignerError('FEE_TOO_HIGH', 'The fee is above the ceiling of the signer');
  return limits;
}

/**
 * Refuses a first signature above the automatic limits without two operators, and above the highest in any case. Returns
 * the operators who approved it; none for a payment within the automatic limits. Throws SignerError.
 */
export function checkLimits(
  allowed: readonly AllowedKey[],
  bindings: Bindings,
  limits: AssetLimits,
  request: SignRequest,
  nowMs: number,
): readonly string[] {
  const amount = unitsOf(request.amount);
  const day = dayOf(nowMs);
  const { all, automatic } = bindings.boundOn(day, request.chainId, limits.code);
  if (amount > BigInt(limits.most)) throw new SignerError('LIMIT_REACHED', 'The amount is above the highest');
  if (all + amount > BigInt(limits.mostPerDay))
    throw new SignerError('LIMIT_REACHED', 'The sum of the day is above the highest');
  if (amount <= BigInt(limits.automaticEach) && automatic + amount <= BigInt(limits.automaticPerDay))
    return [];
  return approversOf(allowed, request, feeOf(request), nowMs);
}

/**
 * The two or more people on the list whose signatures are over exactly this payment, and whose ceiling its fee keeps. Throws
 * SignerError.
 */
export function approversOf(
  allowed: readonly AllowedKey[],
  request: Omit<ApprovedPayment, 'feeCeiling' | 'expiresAtMs'> & Pick<SignRequest, 'approved'>,
  fee: bigint,
  nowMs: number,
): readonly string[] {
  const { approved } = request;
  if (approved === undefined)
    throw new SignerError('APPROVALS_NEEDED', 'Above the automatic limit, and no operator approved it');
  const { feeCeiling, expiresAtMs, signatures } = approved;
  if (!Number.isSafeInteger(expiresAtMs) || Math.abs(expiresAtMs) > LATEST_MS || !Array.isArray(signatures))
    throw new SignerError('REQUEST_INVALID', 'An approval has a time at which it expires, and signatures');
  const ceiling = unitsOf(feeCeiling);
  const text = approvalText({ ...request, feeCeiling, expiresAtMs });
  const people = new Set<string>();
  for (const { publicKey, signature } of signatures) {
    const known = isPublicKey(publicKey) ? fingerprintOf(publicKey) : null;
    const key = allowed.find(({ fingerprint }) => fingerprint === known);
    if (key !== undefined && isSignatureOf(publicKey, text, signature)) people.add(key.operator);
  }
  if (people.size < APPROVALS)
    throw new SignerError('APPROVALS_NEEDED', `${people.size} of ${APPROVALS} operators approved it`);
  if (nowMs >= expiresAtMs) throw new SignerError('APPROVALS_EXPIRED', 'The approvals have expired');
  if (fee > ceiling)
    throw new SignerError('FEE_TOO_HIGH', 'The fee is above the ceiling that operators approved');
  return [...people];
}

/**
 * Refuses what no transaction between the house's own addresses may be: on another chain, of an asset that is not listed,
 * dearer than the ceiling. Throws SignerError. Returns the chain's policy.
 */
export function checkOwn(
  policy: SignerPolicy,
  given: number,
  request: Fees &
    Pick<SweepRequest, 'chainId' | 'index' | 'nonce' | 'amount'> & { readonly asset?: SignAsset },
): ChainPolicy {
  const { chainId, index, nonce, asset, amount } = request;
  requireMode(policy, chainId);
  const chain = policy.chains.find((each) => each.chainId === chainId);
  if (chain === undefined) throw new SignerError('CHAIN_NOT_LISTED', `Chain ${chainId} is not on the list`);
  if (!Number.isSafeInteger(nonce) || nonce < 0)
    throw new SignerError('REQUEST_INVALID', 'A nonce is a number');
  if (!Number.isSafeInteger(index) || index < 0 || index >= given)
    throw new SignerError('INDEX_UNKNOWN', `Deposit address ${index} was never given out`);
  const isListed = chain.assets.some(
    ({ code, contract }) => code === asset?.code && sameAddress(contract, asset.contract),
  );
  if (asset !== undefined && !isListed)
    throw new SignerError('ASSET_NOT_LISTED', `${asset.code} is not on the list`);
  if (unitsOf(amount) <= 0n || unitsOf(amount) >= LARGEST)
    throw new SignerError('AMOUNT_INVALID', 'The amount is above 0');
  if (unitsOf(request.maxPriorityFeePerGas) > unitsOf(request.maxFeePerGas))
    throw new SignerError('REQUEST_INVALID', 'The tip is part of the fee');
  if (feeOf(request) > BigInt(chain.mostFee))
    throw new SignerError('FEE_TOO_HIGH', 'The fee is above the ceiling of the signer');
  return chain;
}

/** The UTC day of a time. */
export function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}

/** The most that a version pays to the network, in base units. */
export function feeOf({ gas, maxFeePerGas }: Pick<SignRequest, 'gas' | 'maxFeePerGas'>): bigint {
  return unitsOf(gas) * unitsOf(maxFeePerGas);
}

/** True for an Ed25519 signature of the key's owner over the UTF-8 bytes of a text. Key and signature are base64url. */
export function isSignatureOf(key: string, text: string, signature: unknown): boolean {
  if (!isPublicKey(key) || typeof signature !== 'string') return false;
  const spki = Buffer.concat([ED25519_SPKI, Buffer.from(key, 'base64url')]);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'));
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

/** True for the same address, whatever its case; null is no address. */
export function sameAddress(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && a.toLowerCase() === b.toLowerCase());
}

/** Reads base units. Throws SignerError where the text is no whole number. */
export function unitsOf(text: string): bigint {
  if (typeof text !== 'string' || !/^\d{1,40}$/.test(text))
    throw new SignerError('REQUEST_INVALID', 'An amount is a whole number of base units');
  return BigInt(text);
}
