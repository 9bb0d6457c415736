import type { MessageId } from '@candor/i18n';
import { loneLinkClass, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EquationLine } from '../proof/equation.tsx';
import { useProducts } from './use-products.ts';

function Part({ title, children }: { readonly title: MessageId; readonly children: ReactNode }) {
  const text = useText();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <dt className="text-12 text-ink-3 lg:sr-only">{text(title)}</dt>
      <dd className="text-14 text-ink-2">{children}</dd>
    </div>
  );
}

const columns = 'lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,5fr)]';
const heads = ['home.guide.what', 'rules.cost', 'rules.wrong', 'rules.example'] as const;

/** The investment guide: each open product with what it is, what it costs, what can go wrong, and a computed example. */
export function Guide() {
  const text = useText();
  return (
    <section aria-labelledby="guide-title" className="flex flex-col">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 pb-6">
        <h2 id="guide-title" className="text-20 font-semibold sm:text-28">
          {text('home.guide.title')}
        </h2>
        <p className="text-14">
          <Link to="/rule/index" className={loneLinkClass}>
            {text('home.guide.all')}
          </Link>
        </p>
      </div>
      <div
        aria-hidden="true"
        className={`hidden gap-x-10 border-b pb-2 text-12 text-ink-3 lg:grid ${columns}`}
      >
        {heads.map((head) => (
          <span key={head}>{text(head)}</span>
        ))}
      </div>
      {useProducts().map(({ name, to, line, cost, wrong, formulas }) => (
        <article key={name} className="border-b py-6">
          <dl className={`grid gap-x-10 gap-y-4 ${columns}`}>
            <div className="flex flex-col items-start gap-1">
              <dt className="text-16 font-semibold">{name}</dt>
              <dd className="flex flex-col items-start gap-2 text-14 text-ink-2">
                <span>{line}</span>
                <Link {...to} className={loneLinkClass}>
                  {text('home.guide.open')}
                </Link>
              </dd>
            </div>
            <Part title="rules.cost">{cost}</Part>
            <Part title="rules.wrong">{wrong}</Part>
            <Part title="rules.example">
              <span className="flex flex-col gap-2">
                {formulas.map(({ label, terms, signs }) => (
                  <span key={label} className="flex flex-col">
                    <span className="text-12 text-ink-3">{label}</span>
                    <EquationLine
                      equation={{ terms, signs, holds: true }}
                      practice
                      className="text-14 font-medium text-ink"
                    />
                  </span>
                ))}
              </span>
            </Part>
          </dl>
        </article>
      ))}
    </section>
  );
}
