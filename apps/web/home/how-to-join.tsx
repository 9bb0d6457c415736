import { loneLinkClass } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { useSettings, useSignedIn } from '../data/index.ts';

/** Three steps, each with its link where the step can be taken now. */
export function HowToJoin() {
  const { data: settings } = useSettings();
  const signedIn = useSignedIn();
  const funds = settings?.mode === 'real' ? 'recharge' : 'practice';
  const steps = [
    {
      id: 'account',
      link: signedIn ? null : (
        <Link to="/user/register" className={loneLinkClass}>
          <FormattedMessage id="shell.register" />
        </Link>
      ),
    },
    {
      id: funds,
      link: (
        <Link
          to="/assets/index"
          search={{ key: funds === 'recharge' ? 'recharge' : 'overview' }}
          className={loneLinkClass}
        >
          <FormattedMessage id={`home.join.${funds}.title`} />
        </Link>
      ),
    },
    {
      id: 'trade',
      link: (
        <Link to="/trade/index" search={{ type: 'spot', symbol: 'btc' }} className={loneLinkClass}>
          <FormattedMessage id="home.join.openMarket" />
        </Link>
      ),
    },
  ];
  return (
    <section className="border-y bg-ground">
      <div className="mx-auto w-full max-w-330 px-4 py-12 sm:px-5">
        <h2 className="text-20 font-semibold">
          <FormattedMessage id="home.join.title" />
        </h2>
        <ol className="grid gap-x-12 gap-y-8 pt-6 md:grid-cols-3">
          {steps.map((step, index) => (
            <li key={step.id} className="flex flex-col gap-1 border-t-2 border-ink pt-4">
              <span className="figure text-12 text-ink-3">{index + 1}</span>
              <h3 className="text-16 font-semibold">
                <FormattedMessage id={`home.join.${step.id}.title`} />
              </h3>
              <p className="text-14 text-ink-2">
                <FormattedMessage id={`home.join.${step.id}.text`} />
              </p>
              {step.link !== null && <p className="pt-2 text-14">{step.link}</p>}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
