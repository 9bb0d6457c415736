import type { Coin, Outpoint, Selected, Selection } from '../port.ts';

/** Terms of a selection, with the recipient as the size of its script. */
export interface CoinTerms<Each extends Coin = Coin> {
  readonly coins: readonly Each[];
  /** Inputs that must be spent: those of earlier versions of the same payment. */
  readonly required?: readonly Each[];
  /** In satoshi. */
  readonly amount: bigint;
  /** Length of the recipient's script in bytes. */
  readonly scriptLength: number;
  /** In satoshi per virtual byte. */
  readonly rate: bigint;
  /** The fee of the version that this one replaces, in satoshi: nodes ask one more for each virtual byte. */
  readonly replaces?: bigint;
  readonly mostWeight?: number;
}

/** Nodes relay nothing heavier: 100 000 virtual bytes. */
export const MOST_WEIGHT = 400_000;
/** An input of P2WPKH with the longest signature that signers make: 41 bytes, and 108 of witness. */
const INPUT_WEIGHT = 41 * 4 + 108;
/** Version, lock time, the witness's marker and flag. */
const FRAME_WEIGHT = 8 * 4 + 2;
/** A P2WPKH output. */
const CHANGE_WEIGHT = 31 * 4;
/** Nodes relay no P2WPKH output below this. */
export const DUST = 294n;

/** The least that an output to the script may hold, by the rules of relay: what spending it costs at 3 sat/vB. */
export function dustOf(script: Uint8Array): bigint {
  const isWitness = script.length >= 4 && (script[0] === 0 || script[0] === 0x51);
  return 3n * BigInt(8 + 1 + script.length + (isWitness ? 67 : 148));
}

/** Weight of a payment from P2WPKH inputs, with or without change. */
export function weightOf(inputs: number, scriptLength: number, hasChange: boolean): number {
  const counts = (countLength(inputs) + countLength(hasChange ? 2 : 1)) * 4;
  const pay = (8 + countLength(scriptLength) + scriptLength) * 4;
  return FRAME_WEIGHT + counts + inputs * INPUT_WEIGHT + pay + (hasChange ? CHANGE_WEIGHT : 0);
}

/** Virtual bytes of a weight, rounded up: against the payer. */
export const virtualBytes = (weight: number): bigint => BigInt(Math.ceil(weight / 4));

/**
 * Selects coins for one payment. The required ones come first; then the smallest coin that pays alone, else the largest
 * ones until they suffice. Confirmed coins are taken before change that waits, and coins that cost more than they hold are
 * left alone. Change below what its own spending costs goes to the miners.
 */
export function selectCoins<Each extends Coin>(terms: CoinTerms<Each>): Selected<Each> {
  const { rate, required = [], mostWeight = MOST_WEIGHT } = terms;
  const isRequired = new Set(required.map(keyOf));
  const inputCost = virtualBytes(INPUT_WEIGHT) * rate;
  const free = terms.coins.filter((coin) => !isRequired.has(keyOf(coin)) && coin.amount > inputCost);
  const confirmed = sorted(free.filter(({ isUnconfirmed }) => !isUnconfirmed));
  const alone = settle(terms, required);
  if (required.length > 0 && alone !== null) return { kind: 'selected', ...alone };
  const single = [...confirmed].reverse().find((coin) => settle(terms, [...required, coin]) !== null);
  if (single !== undefined) return { kind: 'selected', ...settle(terms, [...required, single])! };
  const inOrder = [...confirmed, ...sorted(free.filter(({ isUnconfirmed }) => isUnconfirmed))];
  const taken: Each[] = [...required];
  for (const coin of inOrder) {
    taken.push(coin);
    if (weightOf(taken.length, terms.scriptLength, true) > mostWeight) {
      const merge = inOrder.filter(({ isUnconfirmed }) => !isUnconfirmed).slice(0, mostInputs(mostWeight));
      return isEnough(terms, [...required, ...inOrder]) && required.length === 0 && merge.length > 1
        ? { kind: 'split', merge }
        : { kind: 'short' };
    }
    const paid = settle(terms, taken);
    if (paid !== null) return { kind: 'selected', ...paid };
  }
  return { kind: 'short' };
}

/** The most inputs of a transaction that puts coins of the house together. */
function mostInputs(mostWeight: number): number {
  return Math.floor((mostWeight - weightOf(0, 22, false) - 16) / INPUT_WEIGHT);
}

function isEnough<Each extends Coin>({ amount, rate }: CoinTerms<Each>, coins: readonly Each[]): boolean {
  const cost = virtualBytes(INPUT_WEIGHT) * rate;
  return coins.reduce((sum, coin) => sum + coin.amount - cost, 0n) > amount;
}

/** Puts coins together in one P2WPKH output. Throws RangeError where they hold no more than that costs. */
export function mergeOf<Each extends Coin>(inputs: readonly Each[], rate: bigint): Selection<Each> {
  const fee = virtualBytes(weightOf(inputs.length, 22, false)) * rate;
  const change = inputs.reduce((sum, coin) => sum + coin.amount, 0n) - fee;
  if (change < DUST) throw new RangeError('The coins hold no more than putting them together costs');
  return { inputs, change, fee };
}

/** Divides inputs into payment, change and fee; null where they do not suffice. */
function settle<Each extends Coin>(
  { amount, scriptLength, rate, replaces }: CoinTerms<Each>,
  inputs: readonly Each[],
): Selection<Each> | null {
  const total = inputs.reduce((sum, coin) => sum + coin.amount, 0n);
  const feeAt = (weight: number) => {
    const size = virtualBytes(weight);
    const least = replaces === undefined ? 0n : replaces + size;
    return size * rate > least ? size * rate : least;
  };
  const withChange = weightOf(inputs.length, scriptLength, true);
  const change = total - amount - feeAt(withChange);
  const worth = virtualBytes(INPUT_WEIGHT) * rate;
  if (change >= DUST && change > worth) return { inputs, change, fee: total - amount - change };
  const weight = weightOf(inputs.length, scriptLength, false);
  const fee = total - amount;
  return fee < feeAt(weight) ? null : { inputs, change: 0n, fee };
}

function sorted<Each extends Coin>(coins: readonly Each[]): Each[] {
  return [...coins].sort((a, b) =>
    a.amount === b.amount ? (keyOf(a) < keyOf(b) ? -1 : 1) : a.amount > b.amount ? -1 : 1,
  );
}

const keyOf = ({ hash, index }: Outpoint): string => `${hash}:${index}`;

function countLength(count: number): number {
  return count < 0xfd ? 1 : count <= 0xffff ? 3 : 5;
}
