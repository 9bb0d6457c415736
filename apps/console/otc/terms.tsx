import type { OperatorOtc, OtcTermsRow } from '@candor/api';
import { Button, Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { Section } from '../shell/section.tsx';
import { TermsDialog } from './terms-dialog.tsx';
import { clockFields, useOtcWords } from './words.ts';

interface TermsProps {
  readonly data: OperatorOtc;
}

/** The published numbers of OTC, those that follow, and the dialog that proposes others. */
export function Terms({ data }: TermsProps) {
  const text = useText();
  const format = useFormatters();
  const [isOpen, setOpen] = useState(false);
  const { terms, next } = data;
  return (
    <Section title={text('console.otc.terms')}>
      {terms === null ? (
        <p className="text-13 text-ink-2">{text('console.otc.terms.none')}</p>
      ) : (
        <div className="grid gap-8 lg:grid-cols-2">
          <TermsList terms={terms} />
          {next !== null && (
            <section className="flex flex-col gap-2">
              <h3 className="text-13 font-semibold">
                {text('console.otc.terms.next', { time: format.dateTime(next.effectiveTime) })}
              </h3>
              <TermsList terms={next.terms} />
            </section>
          )}
        </div>
      )}
      {terms !== null && (
        <Button variant="quiet" className="self-start" onClick={() => setOpen(true)}>
          {text('console.otc.terms.change')}
        </Button>
      )}
      {isOpen && terms !== null && (
        <TermsDialog terms={terms} now={data.time} onClose={() => setOpen(false)} />
      )}
    </Section>
  );
}

function TermsList({ terms }: { readonly terms: OtcTermsRow }) {
  const text = useText();
  const format = useFormatters();
  const words = useOtcWords();
  const { coin } = terms;
  return (
    <DetailList ruled className="border-y">
      <Detail label={text('console.otc.field.makerFeePercent')}>
        {format.percent(terms.makerFeePercent)}
      </Detail>
      <Detail label={text('console.otc.field.bandPercent')}>{format.percent(terms.bandPercent)}</Detail>
      {clockFields.map((field) => (
        <Detail key={field} label={text(`console.otc.field.${field}`)}>
          {words.span(terms[field])}
        </Detail>
      ))}
      <Detail label={text('console.otc.field.faultsToPause')}>{format.count(terms.faultsToPause)}</Detail>
      <Detail label={text('console.otc.field.pausesMs')} wraps>
        {terms.pausesMs.map((ms) => words.span(ms)).join(' · ')}
      </Detail>
      <Detail label={text('console.otc.field.newOrders')}>{format.count(terms.newOrders)}</Detail>
      <Detail label={text('console.otc.field.newValue')}>{words.money(terms.newValue, coin)}</Detail>
      <Detail label={text('console.otc.field.deposit')}>{words.money(terms.deposit, coin)}</Detail>
    </DetailList>
  );
}
