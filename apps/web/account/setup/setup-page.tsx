import {
  Badge,
  buttonClass,
  Loaded,
  loneLinkClass,
  SegmentedControl,
  Skeleton,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { Fragment, useState } from 'react';
import { queryKeys, type Security, useClient, useSecurity } from '../../data/index.ts';
import { AccountNotices } from '../../shell/account-notices.tsx';
import { AccountPage } from '../../shell/account-page.tsx';
import { destinationOf } from '../../shell/destination.ts';
import { usePlan } from '../../shell/plan.ts';
import { useHoldText } from '../hold-text.ts';
import { accountSettings, type SettingName } from '../settings.tsx';
import { openSteps, type SetUpStep, setUpSteps } from './steps.ts';

const route = getRouteApi('/shell/account/center/security/setup');

const SECURITY = '/account/center/security';

const titles = {
  contact: 'account.contact.title',
  factor: 'account.factors.title',
  fundPassword: 'account.password.fund',
  recovery: 'account.recovery.title',
} as const satisfies Record<SetUpStep, string>;

/** Settings that complete a step; one of them is enough. */
const ways: Readonly<Record<SetUpStep, readonly [SettingName, ...SettingName[]]>> = {
  contact: ['email', 'phone'],
  factor: ['google', 'passkeys'],
  fundPassword: ['trade-pwd'],
  recovery: ['recovery-codes'],
};

/** The form of a step; where several settings do it, the user chooses one. */
function StepForm({
  step,
  security,
  onDone,
}: {
  readonly step: SetUpStep;
  readonly security: Security;
  readonly onDone: () => void;
}) {
  const text = useText();
  const holdText = useHoldText();
  const names = ways[step];
  const [chosen, setChosen] = useState<SettingName>(names[0]);
  const setting = accountSettings[chosen];
  // the recovery codes stay on the page once they are made
  const [first] = useState(() => holdText(security, true));
  return (
    <div className="flex max-w-120 flex-col gap-4">
      {names.length > 1 && (
        <SegmentedControl
          label={text(titles[step])}
          value={chosen}
          onValueChange={setChosen}
          segments={names.map((name) => ({ value: name, label: text(accountSettings[name].title) }))}
        />
      )}
      <div className="flex flex-col gap-1 text-13 text-ink-2">
        <p>{text(setting.text)}</p>
        <p>{first}</p>
      </div>
      <Fragment key={chosen}>{setting.form({ security, onDone })}</Fragment>
    </div>
  );
}

/** Says beforehand which of the steps make withdrawals wait, and why. */
function Waits({ security }: { readonly security: Security }) {
  const text = useText();
  const format = useFormatters();
  const { setUpFreeUntil, setUpHolds, holdHours } = security;
  return (
    <div className="flex max-w-160 flex-col gap-2 text-14 text-ink-2">
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
  /** Its form stays although it is done: it shows the codes that it made. */
  readonly staysOpen: boolean;
  readonly security: Security;
  readonly onDone: () => void;
}

function Step({ number, step, isDone, isNext, staysOpen, security, onDone }: StepProps) {
  const text = useText();
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
        {(isNext || staysOpen) && <StepForm step={step} security={security} onDone={onDone} />}
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
  // the codes are made on this page and not yet kept
  const [showsCodes, setShowsCodes] = useState((security.recoveryCodesLeft ?? 0) === 0);
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
                  staysOpen={step === 'recovery' && showsCodes && !open.includes(step)}
                  security={security}
                  onDone={() => {
                    if (step === 'recovery') setShowsCodes(false);
                  }}
                />
              ))}
            </ol>
            <a
              href={back}
              className={
                open.length === 0 ? `${buttonClass()} self-start` : `${loneLinkClass} self-start text-14`
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
      <div className="flex flex-col gap-6">
        <Link to={SECURITY} className={`${loneLinkClass} self-start text-14`}>
          {text('menu.security')}
        </Link>
        <h1 className="text-20 font-semibold">{text('account.setup.title')}</h1>
        <p className="max-w-160 text-14">{text('account.setup.text')}</p>
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
