/** Tells which of some codes work now for a user. */
export interface LiveCodes {
  /** Candidates of six digits, and of sixteen signs without separators: those that are live. */
  among(
    userId: number,
    candidates: { readonly digits: readonly string[]; readonly recovery: readonly string[] },
  ): Promise<ReadonlySet<string>>;
}

export interface Masked {
  readonly text: string;
  readonly isMasked: boolean;
}

/** Candidates of six digits that a message has compared at most: one with more tells nothing about any. */
const MOST_COMPARED = 3;
/** Six digits with up to two separators between two of them, and no digit on either side; candidates overlap. */
const DIGITS = /(?<!\d)(?=(\d(?:[\s\p{Pd}.·\p{Cf}]{0,2}\d){5})(?!\d))/gu;
/** Four groups of four signs, written together or apart; candidates overlap. */
const RECOVERY = /(?<![a-z0-9])(?=((?:[a-z0-9]{4}[\s\p{Pd}\p{Cf}]{0,3}){3}[a-z0-9]{4})(?![a-z0-9]))/gu;
/** Signs that no recovery code has, for they look like others. */
const NO_RECOVERY_SIGN = /[ilo1]/;
const MASK = '•';

const IS_DIGIT = /^\p{Nd}$/u;
const IS_SIGN = /^[a-z0-9]$/;

/** The value of a decimal digit of any script: they stand in runs of ten. */
function digitOf(sign: string): string {
  const plain = sign.normalize('NFKC');
  if (/^\d$/.test(plain)) return plain;
  const point = sign.codePointAt(0) as number;
  let value = 0;
  while (value < 9 && IS_DIGIT.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}

/** A text in plain signs, with the place of each in the text as it was written. */
interface Plain {
  readonly written: readonly string[];
  readonly signs: string;
  /** Index in `written`, by index in `signs`. */
  readonly places: readonly number[];
}

function plainOf(text: string): Plain {
  const written = Array.from(text);
  const parts = written.map((sign) =>
    IS_DIGIT.test(sign) ? digitOf(sign) : sign.normalize('NFKC').toLowerCase(),
  );
  return {
    written,
    signs: parts.join(''),
    places: parts.flatMap((part, place) => Array<number>(part.length).fill(place)),
  };
}

/** A place at which a code may stand. */
interface Candidate {
  readonly code: string;
  readonly from: number;
  readonly to: number;
}

const candidatesOf = ({ signs }: Plain, form: RegExp): Candidate[] =>
  Array.from(signs.matchAll(form), ({ index, 1: found = '' }) => ({
    code: found.replace(/[^a-z0-9]/g, ''),
    from: index,
    to: index + found.length,
  }));

const codesOf = (candidates: readonly Candidate[]) => [...new Set(candidates.map(({ code }) => code))];

function masked({ written, signs, places }: Plain, candidates: readonly Candidate[]): Masked {
  const hidden = new Set(
    candidates.flatMap(({ from, to }) =>
      places.slice(from, to).filter((_, at) => IS_SIGN.test(signs.charAt(from + at))),
    ),
  );
  const text = written.map((sign, place) => (hidden.has(place) ? MASK : sign)).join('');
  return { text, isMasked: hidden.size > 0 };
}

/**
 * Masks codes in a text that work now for the user: whoever reads along, or asks for one, gets nothing of use. A few
 * candidates of six digits are compared, as often as `mayCompare` lets them: it is given their number and counts it. All
 * others are masked whatever works, so that nobody finds a code by what is masked.
 */
export async function maskLiveCodes(
  codes: LiveCodes,
  userId: number,
  text: string,
  mayCompare: (count: number) => Promise<boolean>,
): Promise<Masked> {
  const plain = plainOf(text);
  const digits = candidatesOf(plain, DIGITS);
  const recovery = candidatesOf(plain, RECOVERY).filter(({ code }) => !NO_RECOVERY_SIGN.test(code));
  if (digits.length === 0 && recovery.length === 0) return { text, isMasked: false };
  const six = codesOf(digits);
  const isCompared = six.length > 0 && six.length <= MOST_COMPARED && (await mayCompare(six.length));
  const live = await codes.among(userId, {
    digits: isCompared ? six : [],
    recovery: codesOf(recovery),
  });
  return masked(plain, [
    ...digits.filter(({ code }) => !isCompared || live.has(code)),
    ...recovery.filter(({ code }) => live.has(code)),
  ]);
}

/** Masks all that has the form of a recovery code, for a writer whose codes nobody knows. Four plain words have not. */
export function maskRecoveryForms(text: string): Masked {
  const plain = plainOf(text);
  const isCode = ({ code, from, to }: Candidate) =>
    !NO_RECOVERY_SIGN.test(code) && (/\d/.test(code) || !/\s/.test(plain.signs.slice(from, to)));
  return masked(plain, candidatesOf(plain, RECOVERY).filter(isCode));
}
