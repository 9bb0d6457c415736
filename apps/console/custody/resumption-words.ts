import type { OperatorCustody } from '@candor/api';
import { networkNameOf, type Text } from '@candor/ui';

export type StoppedWallet = OperatorCustody['stopped'][number];
export type HaltedRow = OperatorCustody['halted'][number];

/** Something that stands still until two operators resume it. */
export type Resumable = { readonly wallet: StoppedWallet } | { readonly row: HaltedRow };

export interface ResumptionWords {
  readonly title: string;
  /** Words for what to look for first, by the cause, and what happens then. */
  readonly explain: string;
  /** Payments that end with it; null where none does. */
  readonly ends: string | null;
}

/** The words of the dialog that proposes to resume a wallet or a record. */
export function resumptionWords(text: Text, of: Resumable): ResumptionWords {
  if ('row' in of)
    return {
      title: `${text('console.custody.halted.resume')}\u00a0· ${text(`console.custody.halted.kind.${of.row.kind}`)} ${of.row.id}`,
      explain: text('console.custody.halted.explain'),
      ends: null,
    };
  const { network, cause, replaced } = of.wallet;
  return {
    title: `${text('console.custody.resume')}\u00a0· ${networkNameOf(text, network)}`,
    explain: text(`console.custody.resume.explain.${cause}`),
    ends: replaced === 0 ? null : text('console.custody.resume.replaced', { count: replaced }),
  };
}
