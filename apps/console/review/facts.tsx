import type { ReviewItemRow } from '@candor/api';
import { Detail, OutsideLink, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { factWords, isLinkFact } from './fact-words.ts';

/** A text of more characters stands below its name, over the whole width. */
const LONG = 60;

/** Facts that the reviewer judges by. Links of strangers show their whole address; texts are texts. */
export function Facts({ item }: { readonly item: Pick<ReviewItemRow, 'kind' | 'facts'> }) {
  const intl = useIntl();
  const format = useFormatters();
  const { kind, facts } = item;
  return facts.map((fact, at) => {
    const label = intl.formatMessage({ id: `review.fact.${kind}.${fact.name}` });
    const words = factWords(intl, format, kind, fact);
    const key = `${at} ${fact.name}`;
    if (isLinkFact(kind, fact))
      return (
        <Long key={key} label={label}>
          <OutsideLink href={fact.value} />
        </Long>
      );
    if (words.length > LONG || words.includes('\n'))
      return (
        <Long key={key} label={label}>
          <bdi className="whitespace-pre-line wrap-anywhere">{words}</bdi>
        </Long>
      );
    return (
      <Detail key={key} label={label} wraps>
        {words}
      </Detail>
    );
  });
}

function Long({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 text-ink">{children}</dd>
    </div>
  );
}
