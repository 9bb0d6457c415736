import { createPublicKey, verify } from 'node:crypto';
import { normaliseEvmAddress } from '@candor/chains';
import type { Bindings } from './bindings.ts';
import { approvalText, SignerError, type SignRequest } from './protocol.ts';

/** Limits of one asset, in base units of the chain. */
export interface AssetLimits {
  readonly code: string;
  readonly contract: string | null;
  /** Signed without operators up to this, each and per UTC day. */
  readonly automaticEach: string;
  readonly automaticPerDay: string;
  /** Signed with two operators up to this; never above. */
  readonly most: string;
}

export interface ChainPolicy {
  readonly chainId: number;
  readonly assets: readonly AssetLimits[];
  /** The most that one transaction may pay to the network, in wei. */
  readonly mostFee: string;
}

/** What the signer enforces by itself. It is read at the start and never changed by a request. */
export interface SignerPolicy {
  readonly chains: readonly ChainPolicy[];
  /** Ed25519 public keys of operators, base64url (raw 32 bytes), by name. */
  readonly operators: Readonly<Record<string, string>>;
}

const APPROVALS = 2;
const LARGEST = 2n ** 128n;
/** DER prefix of a raw Ed25519 public key. */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Refuses what no request may ask for: another chain or asset, a recipient that is the house's own or a token, a fee above
 * the ceiling. Throws SignerError. Returns the asset's limits.
 */
export function checkRequest(policy: SignerPolicy, hotAddress: string, request: SignRequest): AssetLimits {
  const { withdrawalNo, chainId, nonce, to, asset, amount, gas, maxFeePerGas } = request;
  if (!isCount(withdrawalNo) || !Number.isSafeInteger(nonce) || nonce < 0)
    throw new SignerError('REQUEST_INVALID', 'A withdrawal has a number and a nonce');
  const chain = policy.chains.find((each) => each.chainId === chainId);
  if (chain === undefined) throw new SignerError('CHAIN_NOT_LISTED', `Chain ${chainId} is not on the list`);
  const limits = chain.assets.find(
    ({ code, contract }) => code === asset.code && sameAddress(contract, asset.contract),
  );
  if (limits === undefined) throw new SignerError('ASSET_NOT_LISTED', `${asset.code} is not on the list`);
  if (normaliseEvmAddress(to) !== to) throw new SignerError('ADDRESS_REFUSED', `${to} is no address`);
  const own = [hotAddress, ...chain.assets.map(({ contract }) => contract)];
  if (own.some((address) => sameAddress(address, to)))
    throw new SignerError('ADDRESS_REFUSED', `${to} is the house's own or a token`);
  if (unitsOf(amount) <= 0n || unitsOf(amount) >= LARGEST)
    throw new SignerError('AMOUNT_INVALID', 'The amount is above 0');
  if (unitsOf(request.maxPriorityFeePerGas) > unitsOf(maxFeePerGas))
    throw new SignerError('REQUEST_INVALID', 'The tip is part of the fee');
  if (unitsOf(gas) * unitsOf(maxFeePerGas) > BigInt(chain.mostFee))
    throw new SignerError('FEE_TOO_HIGH', 'The fee is above the ceiling of the signer');
  return limits;
}

/** Refuses a first signature above the automatic limits without two operators, and above the highest in any case. */
export function checkLimits(
  policy: SignerPolicy,
  bindings: Bindings,
  limits: AssetLimits,
  request: SignRequest,
  day: string,
): void {
  const amount = unitsOf(request.amount);
  if (amount > BigInt(limits.most)) throw new SignerError('LIMIT_REACHED', 'The amount is above the highest');
  const today = bindings.boundOn(day, request.chainId, limits.code) + amount;
  if (amount <= BigInt(limits.automaticEach) && today <= BigInt(limits.automaticPerDay)) return;
  const known = Object.keys(policy.operators).length;
  if (known < APPROVALS)
    throw new SignerError('APPROVALS_NEEDED', `Above the automatic limit, and ${known} operators have a key`);
  const approved = new Set(
    (request.approvals ?? [])
      .filter(({ operator, signature }) => isSignedBy(policy.operators[operator], request, signature))
      .map(({ operator }) => operator),
  );
  if (approved.size < APPROVALS)
    throw new SignerError('APPROVALS_NEEDED', `${approved.size} of ${APPROVALS} operators approved it`);
}

function isSignedBy(key: string | undefined, request: SignRequest, signature: string): boolean {
  if (key === undefined) return false;
  const spki = Buffer.concat([ED25519_SPKI, Buffer.from(key, 'base64url')]);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(approvalText(request)), publicKey, Buffer.from(signature, 'base64url'));
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

function sameAddress(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && a.toLowerCase() === b.toLowerCase());
}

/** Reads base units. Throws SignerError where the text is no whole number. */
export function unitsOf(text: string): bigint {
  if (typeof text !== 'string' || !/^\d{1,40}$/.test(text))
    throw new SignerError('REQUEST_INVALID', 'An amount is a whole number of base units');
  return BigInt(text);
}
