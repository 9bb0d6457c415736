import type { JournalPlace } from '@candor/api';
import type { MessageId } from '@candor/i18n';
import type { Check } from '@candor/proofs';
import { CopyReceipt, Detail, DetailList, ReceiptStub, useText } from '@candor/ui';
import { JournalPlaceDetails, useJournalWords } from '../../common/journal-place.tsx';
import { useSettings } from '../../data/index.ts';

/** One line of a receipt. */
export interface ReceiptLine {
  /** The message id of its name. */
  readonly name: MessageId;
  readonly value: string;
  readonly strong?: boolean;
}

export interface FillReceiptProps {
  readonly title: string;
  readonly check: Check;
  /** Facts of the fill: market, side, role, time, numbers, price, quantity and the inputs of the recomputed figures. */
  readonly lines: readonly ReceiptLine[];
  /** Writes a recomputed figure, by the name of its step. */
  readonly figure: (step: string, value: string) => string;
  /** Message ids of the sentences below the lines: how it was recomputed. */
  readonly sentences: readonly MessageId[];
  /** The record itself, for those who recompute it with a program. */
  readonly record: { readonly journal: JournalPlace };
}

/** Keeps each figure with its coin; a line may break only at the comparison sign. */
function unbroken(value: string): string {
  const parts = value.split(/ (?=[=≠])|(?<=[=≠]) /);
  return parts.length === 1 ? value : parts.map((part) => part.replaceAll(' ', '\u00a0')).join(' ');
}

/** The receipt of a fill: a stub that opens into what the fill was, what this browser recomputed, and copies of both. */
export function FillReceipt({ title, check, lines, figure, sentences, record }: FillReceiptProps) {
  const practice = useSettings().data?.mode === 'practice';
  const text = useText();
  const place = useJournalWords()(record.journal);
  const steps: ReceiptLine[] = check.steps.map(({ name, stated, recomputed, ok }) => ({
    name: `trade.receipt.step.${name}` as MessageId,
    value: `${figure(name, stated)} ${ok ? '=' : '≠'} ${figure(name, recomputed)}`,
    strong: true,
  }));
  const all = [...lines, ...steps];
  const words = [...sentences, ...(practice ? (['trade.receipt.practice'] as const) : [])].map((id) =>
    text(id),
  );
  const copied = [
    title,
    ...all.map(({ name, value }) => `${text(name)}: ${value}`),
    ...words,
    ...place.copied,
  ].join('\n');
  return (
    <ReceiptStub
      state={check.ok ? 'verified' : 'failed'}
      practice={practice}
      detailsTitle={title}
      details={
        <div className="flex flex-col gap-4">
          <DetailList ruled>
            {all.map(({ name, value, strong = false }) => (
              <Detail key={name} label={text(name)} strong={strong} wraps>
                {unbroken(value)}
              </Detail>
            ))}
          </DetailList>
          {words.map((sentence) => (
            <p key={sentence} className="text-13 text-ink-2">
              {sentence}
            </p>
          ))}
          <JournalPlaceDetails words={place} />
          <CopyReceipt text={copied} json={{ fill: record, check }} />
        </div>
      }
    />
  );
}
