import type { JournalPlace } from '@candor/api';
import { useText } from '@candor/ui';
import { Fragment } from 'react';

/**
 * The command that finds a receipt in an exported journal, the same in all languages. A line of it may break between
 * these parts alone, never behind a hyphen.
 */
const WORDS_OF_COMMAND = ['npm run verify --', 'journal.candor', '--receipt receipt.json'];
const COMMAND = WORDS_OF_COMMAND.join(' ');

/** Place of a receipt in the journal, in words. */
export interface JournalWords {
  readonly lines: readonly { readonly label: string; readonly value: string; readonly isHash: boolean }[];
  /** Instructions to find it in an exported journal, or why it can not be shown. */
  readonly find: string;
  readonly hasCommand: boolean;
  /** All of it, line by line, for the copy as text. */
  readonly copied: readonly string[];
}

/** Returns a function that says where a receipt stands in the journal; null is a row whose archive file is away. */
export function useJournalWords(): (place: JournalPlace | null) => JournalWords {
  const text = useText();
  return (place) => {
    if (place === null) {
      const away = text('ui.receipt.rowAway');
      return { lines: [], find: away, hasCommand: false, copied: [away] };
    }
    const { row, rowHash, eventsDigest } = place;
    const lines = [
      { label: text('ui.receipt.row'), value: String(row), isHash: false },
      { label: text('ui.receipt.rowHash'), value: rowHash, isHash: true },
      { label: text('ui.receipt.eventsDigest'), value: eventsDigest, isHash: true },
    ];
    const find = text('ui.receipt.find');
    const copied = [...lines.map(({ label, value }) => `${label}: ${value}`), find, COMMAND];
    return { lines, find, hasCommand: true, copied };
  };
}

/** The place of a receipt in the journal: a press on a hash selects the whole of it. */
export function JournalPlaceDetails({ words }: { readonly words: JournalWords }) {
  return (
    <>
      {words.lines.length > 0 && (
        <dl className="flex flex-col divide-y border-y text-13 [&>div]:py-2" data-testid="journal-place">
          {words.lines.map(({ label, value, isHash }) => (
            <div key={label} className={isHash ? 'flex flex-col gap-1' : 'flex justify-between gap-4'}>
              <dt className="text-ink-2">{label}</dt>
              <dd className={isHash ? 'font-mono text-12 break-all text-ink select-all' : 'figure text-ink'}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-13 text-ink-2">
        {words.find}
        {words.hasCommand && (
          <code className="mt-1 block font-mono text-12 text-ink select-all">
            {WORDS_OF_COMMAND.map((word) => (
              <Fragment key={word}>
                <span className="font-mono whitespace-nowrap">{word}</span>{' '}
              </Fragment>
            ))}
          </code>
        )}
      </p>
    </>
  );
}
