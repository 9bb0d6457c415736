import { plainLink } from '@candor/api';
import { FormField, TextArea, TextField, useText } from '@candor/ui';
import type { ReactNode } from 'react';
import type { LineName, ListingAct } from './values.ts';

interface LineProps {
  readonly act: ListingAct;
  readonly name: LineName;
  readonly description?: ReactNode;
  readonly maxLength: number;
  /** Returns why the text cannot be sent; null where it can. */
  readonly check?: (typed: string) => string | null;
}

/** One line of the form. A draft may leave it empty; a sending says what is missing. */
export function Line({ act, name, check, ...look }: LineProps) {
  const text = useText();
  return (
    <FormField act={act} name={name} required={false} {...(check === undefined ? {} : { check })}>
      {(field) => (
        <TextField {...field} {...look} label={text(`review.fact.listing.${name}`)} autoComplete="off" />
      )}
    </FormField>
  );
}

/** Returns what is wrong with a link; null for one that is whole, and for an empty field. */
export function useLinkCheck() {
  const text = useText();
  return (typed: string) =>
    typed.trim() === '' || plainLink(typed) !== null ? null : text('listing.link.bad');
}

interface TextsProps {
  readonly act: ListingAct;
  readonly name: 'about' | 'distribution' | 'control' | 'noAudit' | 'issuer';
  readonly description?: ReactNode;
  readonly maxLength: number;
}

/** Several lines of the form. */
export function Texts({ act, name, ...look }: TextsProps) {
  const text = useText();
  return (
    <FormField act={act} name={name} required={false}>
      {(field) => <TextArea {...field} {...look} label={text(`review.fact.listing.${name}`)} rows={3} />}
    </FormField>
  );
}

/** A part of the form under its heading. */
export function Part({ title, text, children }: PartProps) {
  return (
    <section className="flex min-w-0 flex-col gap-5 border-t pt-6">
      <header>
        <h2 className="text-16 font-semibold">{title}</h2>
        {text !== undefined && <p className="pt-1 text-13 text-ink-2">{text}</p>}
      </header>
      {children}
    </section>
  );
}

interface PartProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}
