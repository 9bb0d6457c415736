import type { MessageId } from '@candor/i18n';
import { useText } from '@candor/ui';

/** Facts to know before anything is pressed. */
export function BeforeYouSubscribe({ points }: { readonly points: readonly MessageId[] }) {
  const text = useText();
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('earn.how')}</h2>
      <ul className="grid gap-x-16 border-t text-14 text-ink-2 lg:grid-cols-2 [&>li]:border-b [&>li]:py-3">
        {points.map((point) => (
          <li key={point}>{text(point)}</li>
        ))}
      </ul>
    </section>
  );
}
