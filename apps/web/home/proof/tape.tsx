import { cx, useFormatters, useText } from '@candor/ui';
import { type FollowedChain, TAPE_LENGTH } from './follow-chain.ts';

const SHOWN_DIGITS = 4;
const SHORT_DIGITS = 8;

/** A hash by its two ends. */
function shortHash(hash: string): string {
  return `${hash.slice(0, SHORT_DIGITS)}…${hash.slice(-SHORT_DIGITS)}`;
}

/**
 * The tape of ticks: each cell is a record whose hash this browser computed again, by the first digits of that hash; the
 * rule above a cell joins it to the one before. The newest comes in at the end.
 */
export function Tape({ chain, hasFailed }: { readonly chain: FollowedChain; readonly hasFailed: boolean }) {
  const format = useFormatters();
  const text = useText();
  const { tape, newest, wrong, isSilent } = chain;
  const blanks = Array.from({ length: TAPE_LENGTH - tape.length }, (_, at) => `blank ${at}`);
  return (
    <div className="border-y bg-ground">
      <div
        aria-hidden="true"
        className="mx-auto flex h-11 w-full max-w-330 items-center justify-end gap-1 overflow-hidden px-4 sm:px-5"
      >
        {blanks.map((key) => (
          <span key={key} className="h-6 w-11 shrink-0 rounded-small bg-wash" />
        ))}
        {tape.map(({ no, hash }, at) => (
          <span
            key={no}
            className={cx(
              'flex h-6 w-11 shrink-0 items-center justify-center rounded-small border-b-2 border-seal bg-paper font-mono text-12',
              at === tape.length - 1 ? 'font-semibold text-seal' : 'text-ink-3',
            )}
          >
            {hash.slice(0, SHOWN_DIGITS)}
          </span>
        ))}
        {wrong !== null && (
          <span className="flex h-6 w-11 shrink-0 items-center justify-center rounded-small border-b-2 border-warn bg-paper font-mono text-12 font-semibold text-warn">
            ≠
          </span>
        )}
      </div>
      <p className="mx-auto flex w-full max-w-330 flex-wrap justify-between gap-x-6 px-4 pb-2 text-12 text-ink-3 sm:px-5">
        <span>{text('home.proof.tape')}</span>
        <span className="figure">
          {newest === null
            ? text(hasFailed ? 'home.proof.notLoaded' : 'home.proof.noTicks')
            : isSilent
              ? text('home.proof.silent', { time: format.time(newest.chainedMs) })
              : `SHA-256(${format.count(newest.no)}) = ${shortHash(newest.hash)}`}
        </span>
      </p>
    </div>
  );
}
