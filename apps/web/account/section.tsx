import { createContext, type ReactNode, use, useId } from 'react';

/** The heading of a setting where none is named: `h2` on a page that shows one setting alone. */
export const SettingHeading = createContext<'h2' | 'h3'>('h3');

/** A titled part of the account centre. */
export function Section({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex max-w-180 flex-col gap-3">
      <h2 id={id} className="text-16 font-semibold">
        {title}
      </h2>
      {text !== undefined && <p className="max-w-160 text-14 text-ink-2">{text}</p>}
      {children}
    </section>
  );
}

/** One setting: its name, what it is for, its state, and the acts that change it. */
export function Setting({
  title,
  text,
  state,
  heading,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly state?: ReactNode;
  /** `h2` where no section is around it. */
  readonly heading?: 'h2' | 'h3';
  readonly children: ReactNode;
}) {
  const usual = use(SettingHeading);
  const Heading = heading ?? usual;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-t py-4 last:border-b">
      <div className="flex min-w-0 basis-80 grow flex-col gap-1">
        <Heading className="flex flex-wrap items-center gap-2 text-14 font-semibold">
          {title} {state}
        </Heading>
        <p className="text-13 text-ink-2">{text}</p>
      </div>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
