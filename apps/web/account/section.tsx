import { cx } from '@candor/ui';
import { type ReactNode, useId } from 'react';

/** A titled part of the account centre: its words stand beside its content, or above it where it needs the width. */
export function Section({
  title,
  text,
  wide = false,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  /** A table takes the whole width, below the words. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx('grid gap-x-12 gap-y-4 border-t pt-6', !wide && 'xl:grid-cols-[17rem_minmax(0,1fr)]')}
    >
      <div className="flex flex-col gap-2">
        <h2 id={id} className="text-16 font-semibold">
          {title}
        </h2>
        {text !== undefined && <p className="max-w-160 text-13 text-ink-2">{text}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-3">{children}</div>
    </section>
  );
}

/** One setting: its name, what it is for, its state, and the acts that change it. */
export function Setting({
  title,
  text,
  state,
  heading: Heading = 'h3',
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly state?: ReactNode;
  /** `h2` where no section is around it. */
  readonly heading?: 'h2' | 'h3';
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-t py-4 last:border-b">
      <div className="flex min-w-0 basis-80 grow flex-col gap-1">
        <Heading className="flex flex-wrap items-center gap-2 text-14 font-semibold">
          {title} {state}
        </Heading>
        <p className="max-w-160 text-13 text-ink-2">{text}</p>
      </div>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
