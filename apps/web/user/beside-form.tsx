import { useText } from '@candor/ui';
import { useSettings } from '../data/index.ts';

const never = ['password', 'approval', 'deposit'] as const;

/** Steps after the registration, beside its form: three, with the price of each. */
export function FirstSteps() {
  const text = useText();
  const { data: settings } = useSettings();
  const steps = ['account', settings?.mode === 'real' ? 'recharge' : 'practice', 'trade'] as const;
  return (
    <section aria-labelledby="steps-title" className="flex flex-col gap-4">
      <h2 id="steps-title" className="text-16 font-semibold">
        {text('home.join.title')}
      </h2>
      <ol className="flex flex-col divide-y border-y">
        {steps.map((step, at) => (
          <li key={step} className="grid grid-cols-[1.5rem_minmax(0,1fr)] py-4">
            <span className="figure text-14 text-ink-3">{at + 1}</span>
            <div className="flex flex-col gap-1">
              <h3 className="text-14 font-semibold">{text(`home.join.${step}.title`)}</h3>
              <p className="text-14 text-ink-2">{text(`home.join.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Signs of a message that is from Candor, beside the forms that ask for a password. */
export function WhoAsks() {
  const text = useText();
  return (
    <section aria-labelledby="asks-title" className="flex flex-col gap-3">
      <h2 id="asks-title" className="text-16 font-semibold">
        {text('shell.support.verifyTitle')}
      </h2>
      <p className="text-14 text-ink-2">{text('shell.support.verifyText')}</p>
      <ul className="flex list-disc flex-col gap-1 ps-5 text-14 text-ink-2">
        {never.map((each) => (
          <li key={each}>{text(`shell.support.never.${each}`)}</li>
        ))}
      </ul>
    </section>
  );
}
