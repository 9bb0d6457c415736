import { useText } from '@candor/ui';

const never = ['password', 'approval', 'deposit'] as const;

/** Tells how to know Candor's support, and what nobody of it ever asks for. */
export function SupportWarning() {
  const text = useText();
  return (
    <section
      aria-labelledby="support-title"
      className="flex min-w-0 flex-col gap-3 border-s-2 border-warn ps-4"
    >
      <h2 id="support-title" className="text-20 font-semibold">
        {text('shell.support.verifyTitle')}
      </h2>
      <p className="max-w-150 text-14 text-ink-2">{text('shell.support.verifyText')}</p>
      <ul className="flex list-disc flex-col gap-1 ps-5 text-14 text-ink-2">
        {never.map((each) => (
          <li key={each}>{text(`shell.support.never.${each}`)}</li>
        ))}
      </ul>
    </section>
  );
}
