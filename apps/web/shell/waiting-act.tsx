import { type ActFact, actSentence, type ConfirmedAct } from '@candor/api';
import { Detail, DetailList, networkNameOf, useFormatters, useText } from '@candor/ui';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { GroupedAddress } from '../common/grouped-address.tsx';

/** Parts that the sentence of the act names whole already. */
const IN_SENTENCE: ReadonlySet<string> = new Set(['name', 'contact', 'on']);
/** Stands for no limit: every address, or no end. */
const ALL = '*';

/** Shows the act that waits for factors: in one sentence, and in all of its parts. */
export function WaitingAct({ act }: { readonly act: ConfirmedAct }) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const { id, values } = actSentence(act, format.quantity);
  const sentence = intl.formatMessage({ id }, values);
  const shown = ({ name, value, unit }: ActFact): ReactNode => {
    if (unit !== undefined) return `${format.quantity(value)} ${unit}`;
    if (name === 'address') return <GroupedAddress address={value} />;
    if (name === 'network') return networkNameOf(text, value);
    if (name === 'addresses') return value === ALL ? text('act.everywhere') : value;
    if (name === 'days')
      return value === ALL ? text('act.noEnd') : text('act.days', { count: Number(value) });
    if (name === 'rights')
      return intl.formatList(
        value.split(',').map((right) => text(`act.right.${right as 'read'}`)),
        { type: 'unit' },
      );
    return value;
  };
  const parts = act.facts.filter(({ name }) => !IN_SENTENCE.has(name));
  return (
    <section data-testid="waiting-act" className="flex flex-col gap-3 rounded-base border bg-ground p-3">
      <p className="text-14 font-semibold wrap-anywhere">{sentence}</p>
      {parts.length > 0 && (
        <DetailList>
          {parts.map((fact) => (
            <Detail
              key={fact.name}
              label={text(`act.fact.${fact.name as 'amount'}`)}
              strong={fact.name === 'arrives'}
              wraps
            >
              {shown(fact)}
            </Detail>
          ))}
        </DetailList>
      )}
    </section>
  );
}
