import type { JournalPlace } from '@candor/api';
import type { Check } from '@candor/proofs';
import { CopyReceipt, Detail, DetailList, ReceiptStub } from '@candor/ui';
import type { ReactNode } from 'react';
import { useSettings } from '../data/index.ts';
import { HashDetail } from './hash-detail.tsx';
import { JournalPlaceDetails, useJournalWords } from './journal-place.tsx';

/** One line of a receipt, in words. */
export interface ReceiptLine {
  readonly label: string;
  readonly value: string;
  readonly strong?: boolean;
  /** A sentence below the value. */
  readonly note?: string;
  /** A hash, which a press selects as a whole. */
  readonly isHash?: boolean;
}

interface ReceiptDetailsProps {
  readonly title: string;
  readonly lines: readonly ReceiptLine[];
  /** Sentences below the lines: how it was recomputed. */
  readonly sentences: readonly string[];
  readonly journal: JournalPlace | null;
  /** The record itself and what was recomputed, for those who check it with a program. */
  readonly json: unknown;
}

interface CheckedReceiptProps {
  readonly title: string;
  readonly check: Check;
  readonly details: ReactNode;
}

/** Keeps each figure with its coin; a line may break only at the comparison sign. */
function unbroken(value: string): string {
  const parts = value.split(/ (?=[=≠≤>])|(?<=[=≠≤>]) /);
  return parts.length === 1 ? value : parts.map((part) => part.replaceAll(' ', '\u00a0')).join(' ');
}

/** Two of a figure with the sign that says if they are the same: the one that a record states, and what this browser recomputed. */
export const comparedFigures = (ok: boolean, stated: string, recomputed: string): string =>
  `${stated} ${ok ? '=' : '≠'} ${recomputed}`;

/** A figure that this browser recomputed, with the sign that says if it is within the limit that a record states. */
export const limitedFigures = (ok: boolean, recomputed: string, limit: string): string =>
  `${recomputed} ${ok ? '≤' : '>'} ${limit}`;

/** Like `comparedFigures`, for the step of a check that has the name; the stated figure alone where there is none. */
export function comparedStep(
  check: Check,
  name: string,
  stated: string,
  shown: (figure: string) => string = (figure) => figure,
): string {
  const step = check.steps.find((each) => each.name === name);
  return step === undefined ? shown(stated) : comparedFigures(step.ok, shown(stated), shown(step.recomputed));
}

/** The inside of a receipt: its lines, how they were recomputed, its place in the journal, and copies of all of it. */
export function ReceiptDetails({ title, lines, sentences, journal, json }: ReceiptDetailsProps) {
  const place = useJournalWords()(journal);
  const copied = [
    title,
    ...lines.map(({ label, value, note }) => [`${label}: ${value}`, note].filter(Boolean).join('; ')),
    ...sentences,
    ...place.copied,
  ].join('\n');
  return (
    <div className="flex flex-col gap-4">
      <DetailList ruled>
        {lines.map(({ label, value, note, strong = false, isHash = false }, at) =>
          // two cancelled orders of one price read the same
          isHash ? (
            <HashDetail key={`${at} ${label}`} label={label} hash={value} />
          ) : (
            <Detail key={`${at} ${label}`} label={label} strong={strong} wraps>
              <span className="wrap-anywhere">{unbroken(value)}</span>
              {note !== undefined && <span className="block text-12 text-warn">{note}</span>}
            </Detail>
          ),
        )}
      </DetailList>
      {sentences.map((sentence) => (
        <p key={sentence} className="text-13 text-ink-2">
          {sentence}
        </p>
      ))}
      <JournalPlaceDetails words={place} />
      <CopyReceipt text={copied} json={json} />
    </div>
  );
}

/** The stub of a record that this browser recomputed; it opens into the details. */
export function CheckedReceipt({ title, check, details }: CheckedReceiptProps) {
  const practice = useSettings().data?.mode === 'practice';
  return (
    <ReceiptStub
      state={check.ok ? 'verified' : 'failed'}
      practice={practice}
      detailsTitle={title}
      details={details}
    />
  );
}

/** The stub of a record that this browser recomputed, with the record at hand: it opens into its lines. */
export function RecomputedReceipt({ check, ...details }: ReceiptDetailsProps & { readonly check: Check }) {
  return <CheckedReceipt title={details.title} check={check} details={<ReceiptDetails {...details} />} />;
}
