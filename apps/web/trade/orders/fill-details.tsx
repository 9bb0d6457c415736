import type { JournalPlace } from '@candor/api';
import type { MessageId } from '@candor/i18n';
import type { Check } from '@candor/proofs';
import { useText } from '@candor/ui';
import { comparedFigures, RecomputedReceipt } from '../../common/receipt-details.tsx';
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
  readonly record: { readonly journal: JournalPlace | null };
}

/** The receipt of a fill: a stub that opens into what the fill was, what this browser recomputed, and copies of both. */
export function FillReceipt({ title, check, lines, figure, sentences, record }: FillReceiptProps) {
  const practice = useSettings().data?.mode === 'practice';
  const text = useText();
  const steps: ReceiptLine[] = check.steps.map(({ name, stated, recomputed, ok }) => ({
    name: `trade.receipt.step.${name}` as MessageId,
    value: comparedFigures(ok, figure(name, stated), figure(name, recomputed)),
    strong: true,
  }));
  const all = [...lines, ...steps].map(({ name, value, strong = false }) => ({
    label: text(name),
    value,
    strong,
  }));
  const words = [...sentences, ...(practice ? (['trade.receipt.practice'] as const) : [])].map((id) =>
    text(id),
  );
  return (
    <RecomputedReceipt
      title={title}
      check={check}
      lines={all}
      sentences={words}
      journal={record.journal}
      json={{ fill: record, check }}
    />
  );
}
