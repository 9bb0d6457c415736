import { decimalOf, type TypedNumber } from '@candor/i18n';
import { useState } from 'react';

/** Figures that the reader may change, by name. */
export interface Figures<Name extends string> {
  /** Value and handler of the field of a figure. */
  field(name: Name): { readonly value: TypedNumber; readonly onValueChange: (value: TypedNumber) => void };
  /** The figure as a decimal; '' while its text is refused. */
  of(name: Name): string;
}

/** Keeps the figures of a worked example, beginning with the given ones. */
export function useFigures<Name extends string>(first: Readonly<Record<Name, string>>): Figures<Name> {
  const [typed, setTyped] = useState<Readonly<Record<Name, TypedNumber>>>(first);
  return {
    field: (name) => ({
      value: typed[name],
      onValueChange: (value) => setTyped((before) => ({ ...before, [name]: value })),
    }),
    of: (name) => decimalOf(typed[name]),
  };
}
