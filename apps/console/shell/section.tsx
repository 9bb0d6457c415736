import type { ReactNode } from 'react';

/** A part of a desk under a heading of its own. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-16 font-semibold">{title}</h2>
      {children}
    </section>
  );
}
