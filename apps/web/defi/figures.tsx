import { Skeleton } from '@candor/ui';
import type { ReactNode } from 'react';

export interface Figure {
  readonly label: string;
  /** Undefined while it is loaded. */
  readonly value: ReactNode;
  /** A second figure below it. */
  readonly below?: ReactNode;
}

/** A band of figures between two hairlines: beside each other, on a phone one a line. */
export function Figures({ label, figures }: { readonly label: string; readonly figures: readonly Figure[] }) {
  return (
    <section aria-label={label}>
      <dl className="grid gap-x-6 gap-y-4 border-y py-5 sm:grid-cols-2 sm:gap-y-6 sm:py-6 lg:grid-cols-4">
        {figures.map((figure) => (
          <div key={figure.label} className="flex min-w-0 justify-between gap-x-4 gap-y-1 sm:flex-col">
            <dt className="text-13 text-ink-2">{figure.label}</dt>
            <dd className="flex flex-col max-sm:items-end">
              {figure.value === undefined ? (
                <Skeleton className="my-1 h-5 w-32" />
              ) : (
                <span className="figure text-16 font-semibold sm:text-20">{figure.value}</span>
              )}
              {figure.below !== undefined && (
                <span className="figure text-13 text-ink-2">{figure.below}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
