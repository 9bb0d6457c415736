import { loneLinkClass } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { usePlan } from '../shell/plan.ts';

const traded = [
  { id: 'menu.spot', search: { type: 'spot' } },
  { id: 'home.open.margin', search: { type: 'spot', margin: 'cross' } },
  { id: 'menu.flash', search: { type: 'sec' } },
  { id: 'menu.contracts', search: { type: 'usta' } },
] as const;

/** Announced in the product and switched off: nothing of them runs. */
const notActivated = ['riskControl', 'autoMining', 'accountFinancing'].map((id) => `home.open.${id}`);

function Line({ id, children }: { id: string; children: React.ReactNode }) {
  return (
    <li className="flex items-baseline justify-between gap-4 py-2 text-14 touch:py-3">
      <span className="text-ink-2">
        <FormattedMessage id={id} />
      </span>
      <span className="text-end">{children}</span>
    </li>
  );
}

/** Every product, and plainly whether it is open. */
export function WhatIsOpen() {
  const closed = usePlan()
    .menu('top')
    .flatMap((entry) => entry.children ?? [entry])
    .filter((entry) => !entry.open && entry.id !== 'rules')
    .map((entry) => `menu.${entry.id}`);
  return (
    <section>
      <h2 className="pb-3 text-20 font-semibold">
        <FormattedMessage id="home.open.title" />
      </h2>
      <ul className="divide-y border-t">
        {traded.map(({ id, search }) => (
          <Line key={id} id={id}>
            <Link to="/trade/index" search={{ ...search, symbol: 'btc' }} className={loneLinkClass}>
              <FormattedMessage id="home.open.yes" />
            </Link>
          </Line>
        ))}
        {closed.map((id) => (
          <Line key={id} id={id}>
            <span className="text-ink-3">
              <FormattedMessage id="menu.notOpen" />
            </span>
          </Line>
        ))}
        {notActivated.map((id) => (
          <Line key={id} id={id}>
            <span className="text-ink-3">
              <FormattedMessage id="home.open.notActivated" />
            </span>
          </Line>
        ))}
      </ul>
    </section>
  );
}
