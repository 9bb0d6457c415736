import { Badge, buttonClass, Loaded, linkClass, Skeleton, useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryKeys, type Security, useClient, useSecurity } from '../../data/index.ts';
import { AccountNotices } from '../../shell/account-notices.tsx';
import { AccountPage } from '../../shell/account-page.tsx';
import { destinationOf } from '../../shell/destination.ts';
import { usePlan } from '../../shell/plan.ts';
import { Authenticator } from '../authenticator.tsx';
import { Contacts } from '../contacts.tsx';
import { Passkeys } from '../passkeys.tsx';
import { Passwords } from '../passwords.tsx';
import { RecoveryCodes } from '../recovery-codes.tsx';
import { openSteps, type SetUpStep, setUpSteps } from './steps.ts';

const route = getRouteApi('/shell/account/center/security/setup');

const SECURITY = '/account/center/security';

const titles = {
  contact: 'account.contact.title',
  factor: 'account.factors.title',
  fundPassword: 'account.password.fund',
  recovery: 'account.recovery.title',
} as const satisfies Record<SetUpStep, string>;

const forms: Readonly<Record<SetUpStep, (security: Security) => ReactNode>> = {
  contact: (security) => <Contacts security={security} />,
  factor: (security) => (
    <>
      <Authenticator security={security} />
      <Passkeys security={security} />
    </>
  ),
  fundPassword: (security) => <Passwords security={security} only="fund" />,
  recovery: (security) => <RecoveryCodes security={security} />,
};

/** Says beforehand which of the steps make withdrawals wait, and why. */
function Waits({ security }: { readonly security: Security }) {
  const text = useText();
  const format = useFormatters();
  const { setUpFreeUntil, setUpHolds, holdHours } = security;
  return (
    <div className="flex flex-col gap-2 text-14 text-ink-2">
      <p>
        {setUpFreeUntil !== null
          ? text('account.setup.free', { time: format.dateTime(setUpFreeUntil), hours: holdHours })
          : setUpHolds
            ? text('account.setup.holds', { hours: holdHours })
            : text('account.setup.running')}
      </p>
      <p>{text('account.setup.change', { hours: holdHours })}</p>
    </div>
  );
}

interface StepProps {
  readonly number: number;
  readonly step: SetUpStep;
  readonly isDone: boolean;
  readonly isNext: boolean;
  readonly security: Security;
}

function Step({ number, step, isDone, isNext, security }: StepProps) {
  const text = useText();
  // its dialog shows the codes once they are made
  const staysOpen = step === 'recovery' && isDone;
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className="grid grid-cols-[2rem_minmax(0,1fr)] border-t py-4"
    >
      <span className="figure pt-0.5 text-14 text-ink-3">
        {isDone ? <Check aria-hidden="true" className="size-4 text-accent" strokeWidth={2} /> : number}
      </span>
      <div className="flex min-w-0 flex-col gap-3">
        <h2 className="flex flex-wrap items-center gap-2 text-16 font-semibold">
          {text(titles[step])} {isDone && <Badge>{text('account.state.on')}</Badge>}
        </h2>
        {step === 'contact' && !isDone && (
          <p className="text-13 text-ink-2">{text('account.setup.contact')}</p>
        )}
        {(isNext || staysOpen) && <div>{forms[step](security)}</div>}
      </div>
    </li>
  );
}

function Steps({ security }: { readonly security: Security }) {
  const client = useClient();
  const text = useText();
  const router = useRouter();
  const plan = usePlan();
  const { from } = route.useSearch();
  const query = useQuery({ queryKey: queryKeys.contacts, queryFn: () => client.call('getInfo') });
  const back = destinationOf(from, plan, SECURITY);
  return (
    <Loaded query={query} data={query.data?.user} skeleton={<Skeleton className="h-80" />}>
      {(user) => {
        const open = openSteps(security, user);
        return (
          <>
            {open.length === 0 ? (
              <p role="status" className="text-14">
                {text('account.setup.done')}
              </p>
            ) : (
              <Waits security={security} />
            )}
            <ol className="flex flex-col border-b">
              {setUpSteps.map((step, at) => (
                <Step
                  key={step}
                  number={at + 1}
                  step={step}
                  isDone={!open.includes(step)}
                  isNext={open[0] === step}
                  security={security}
                />
              ))}
            </ol>
            <a
              href={back}
              className={
                open.length === 0 ? `${buttonClass()} self-start` : `${linkClass} self-start text-14`
              }
              onClick={(event) => {
                event.preventDefault();
                router.history.push(back);
              }}
            >
              {text(back === SECURITY ? 'menu.security' : 'account.setup.back')}
            </a>
          </>
        );
      }}
    </Loaded>
  );
}

/**
 * The set-up of an account's security as one way: contact, factor, fund password, recovery codes. It says beforehand what
 * makes withdrawals wait, shows the next form, and leads back to what was asked for.
 */
export function SetUpPage() {
  const text = useText();
  const query = useSecurity();
  return (
    <AccountPage current="security">
      <div className="flex max-w-180 flex-col gap-6">
        <Link to={SECURITY} className={`${linkClass} self-start text-14`}>
          {text('menu.security')}
        </Link>
        <h1 className="text-20 font-semibold">{text('account.setup.title')}</h1>
        <p className="text-14">{text('account.setup.text')}</p>
        <Loaded query={query} data={query.data} skeleton={<Skeleton className="h-120" />}>
          {(security) => (
            <>
              <AccountNotices security={security} />
              <Steps security={security} />
            </>
          )}
        </Loaded>
      </div>
    </AccountPage>
  );
}
