import type { MessageId } from '@candor/i18n';
import { cx, linkClass, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSettings } from '../data/index.ts';

/** Place at which a panel stays while its page scrolls: below the top bar, or with its end in view where it is taller. */
const stickyTop = (height: number) => `min(4.5rem, calc(100dvh - ${height}px - 1.5rem))`;

/** Measures an element's height in pixels, 0 at first. */
function useHeight() {
  const element = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.contentRect.height ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, height] as const;
}

/**
 * Text of one product in a wide window beside its worked example, which stays in view. On a phone the example follows how
 * the product works.
 */
export function RulesLayout({
  line,
  how,
  example,
  children,
}: {
  readonly line: MessageId;
  readonly how: ReactNode;
  readonly example: ReactNode;
  readonly children: ReactNode;
}) {
  const text = useText();
  const [panel, height] = useHeight();
  return (
    <div className="grid gap-x-16 gap-y-10 pt-8 lg:grid-cols-[minmax(0,45rem)_minmax(26rem,29rem)] lg:grid-rows-[auto_1fr] lg:justify-between">
      <div className="flex min-w-0 flex-col gap-10">
        <p className="text-16 text-ink-2">{text(line)}</p>
        {how}
      </div>
      <div className="min-w-0 lg:row-span-2">
        <div ref={panel} className="lg:sticky" style={{ top: stickyTop(height) }}>
          {example}
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-10">{children}</div>
    </div>
  );
}

/** One part of the rules under its heading. */
export function Section({ title, children }: { readonly title: MessageId; readonly children: ReactNode }) {
  const text = useText();
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <h2 id={id} className="text-20 font-semibold">
        {text(title)}
      </h2>
      {children}
    </section>
  );
}

/** Sentences that each stand alone. */
export function Points({ children }: { readonly children: ReactNode }) {
  return <ul className="flex flex-col divide-y border-t text-14 text-ink-2 [&>li]:py-3">{children}</ul>;
}

/** Steps in their order. */
export function Steps({ children }: { readonly children: ReactNode }) {
  return (
    <ol className="flex list-decimal flex-col gap-2 ps-5 text-14 text-ink-2 marker:text-ink-3 [&>li]:ps-1">
      {children}
    </ol>
  );
}

const ORDER_CENTRE = { to: '/assets/index', search: { key: 'tradeOrder' } } as const;

/** Steps by which the reader checks a settlement: where its receipt is, what it shows, and the check without us. */
export function Checking({
  what,
  where = 'rules.check.where',
  to = ORDER_CENTRE,
}: {
  readonly what: MessageId;
  /** Text that links to the receipts. */
  readonly where?: MessageId;
  readonly to?: typeof ORDER_CENTRE | { readonly to: '/loan/order' };
}) {
  const text = useText();
  const { data: settings } = useSettings();
  return (
    <Section title="rules.check">
      <Steps>
        <li>
          <FormattedMessage
            id={where}
            values={{
              link: (words) => (
                <Link {...to} className={linkClass}>
                  {words}
                </Link>
              ),
            }}
          />
        </li>
        <li>{text(what)}</li>
        <li>{text('rules.check.journal')}</li>
      </Steps>
      {settings?.feed === 'simulator' && (
        <p className="text-13 text-ink-3">{text('trade.receipt.practice')}</p>
      )}
    </Section>
  );
}

/** The worked example of a product: its fields, then what follows from them. */
export function ExampleFrame({
  fields,
  children,
}: {
  readonly fields: ReactNode;
  readonly children: ReactNode;
}) {
  const text = useText();
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4 border-t pt-4">
      <header>
        <h2 id={id} className="text-20 font-semibold">
          {text('rules.example')}
        </h2>
        <p className="pt-1 text-13 text-ink-2">{text('rules.example.text')}</p>
      </header>
      <div className="grid grid-cols-6 items-end gap-3">{fields}</div>
      <dl aria-live="off" className="flex flex-col divide-y border-y">
        {children}
      </dl>
    </section>
  );
}

export interface ResultProps {
  readonly label: string;
  /** The result; "–" while it can't be computed. */
  readonly value: string | null;
  /** The formula in words. */
  readonly formula: string;
  /** The same with the reader's figures; '' leaves it out. */
  readonly figures?: string | undefined;
  readonly strong?: boolean;
  readonly tone?: 'up' | 'down' | undefined;
}

/** One result with its formula in words and in figures. */
export function Result({ label, value, formula, figures = '', strong = false, tone }: ResultProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 py-2">
      <dt className={cx('text-13 text-ink-2', strong && 'font-semibold text-ink!')}>{label}</dt>
      <dd
        className={cx(
          'figure text-end text-13',
          strong && 'font-semibold',
          tone === 'up' && 'text-up',
          tone === 'down' && 'text-down',
        )}
      >
        {value ?? '–'}
      </dd>
      <dd className="col-span-2 flex flex-wrap justify-between gap-x-4 text-12 text-ink-3">
        <span>{formula}</span>
        {value !== null && figures !== '' && <span className="figure ms-auto text-end">{figures}</span>}
      </dd>
    </div>
  );
}

/** The tone of a signed amount; none for 0. */
export function toneOf(amount: string): 'up' | 'down' | undefined {
  if (!/[1-9]/.test(amount)) return undefined;
  return amount.startsWith('-') ? 'down' : 'up';
}
