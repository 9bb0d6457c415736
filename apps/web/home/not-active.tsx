import type { MessageId } from '@candor/i18n';
import { useText } from '@candor/ui';
import { usePlan } from '../shell/plan.ts';

/** Announced in the product and switched off: nothing of them runs. */
const SWITCHED_OFF = ['riskControl', 'autoMining', 'accountFinancing'] as const;

/** The one place for what is not there: products that are not open yet, and parts that are switched off. */
export function NotActive() {
  const text = useText();
  const closed = usePlan()
    .menu('top')
    .filter((entry) => !entry.open)
    .map((entry) => ({ name: `menu.${entry.id}`, state: 'menu.notOpen' }));
  const off = SWITCHED_OFF.map((id) => ({ name: `home.open.${id}`, state: 'home.open.notActivated' }));
  return (
    <section aria-labelledby="not-active-title" className="flex min-w-0 flex-col gap-3">
      <h2 id="not-active-title" className="text-20 font-semibold">
        {text('home.notActive.title')}
      </h2>
      <p className="max-w-150 text-14 text-ink-2">{text('home.notActive.text')}</p>
      <ul className="grid gap-x-10 text-14 sm:grid-cols-2">
        {[...closed, ...off].map(({ name, state }) => (
          <li key={name} className="flex items-baseline justify-between gap-4 border-b py-2">
            <span className="text-ink-2">{text(name as MessageId)}</span>
            <span className="text-end text-ink-3">{text(state as MessageId)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
