import { buttonClass, Loaded, loneLinkClass, Skeleton, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Setting } from '../section.tsx';
import { LevelBadge, LevelNote } from './level-state.tsx';
import { hasPerson, type Level, useCertification } from './use-certification.ts';

const mayBegin = ({ state }: Level) => state !== 'approved';

/** The three levels of the identity check, each with its state and its next step. */
export function Levels() {
  const text = useText();
  const query = useCertification();
  return (
    <Loaded query={query} data={query.data} skeleton={<Skeleton className="h-80" />}>
      {({ primary, advanced, email, reviewHours }) => (
        <div className="flex flex-col gap-3">
          <p className="max-w-160 text-14 text-ink-2">{text('kyc.text', { hours: reviewHours })}</p>
          <div>
            <Setting
              heading="h2"
              title={text('kyc.primary')}
              text={primary.name === null ? text('kyc.primaryText') : `${primary.name}, ${primary.idNumber}`}
              state={<LevelBadge state={primary.state} />}
            >
              <LevelNote level={primary} />
              {mayBegin(primary) && (
                <Link to="/user/index" search={{ key: 'primary' }} className={buttonClass('quiet')}>
                  {text(primary.state === 'none' ? 'kyc.begin' : 'kyc.again')}
                </Link>
              )}
            </Setting>
            <Setting
              heading="h2"
              title={text('kyc.advanced')}
              text={text('kyc.advancedText')}
              state={<LevelBadge state={advanced.state} />}
            >
              <LevelNote level={advanced} />
              {mayBegin(advanced) && !hasPerson(primary) && (
                <p className="text-13 text-ink-2">{text('error.KYC_PRIMARY_FIRST')}</p>
              )}
              {mayBegin(advanced) && hasPerson(primary) && (
                <Link to="/user/index" search={{ key: 'advanced' }} className={buttonClass('quiet')}>
                  {text(advanced.state === 'none' ? 'kyc.begin' : 'kyc.again')}
                </Link>
              )}
            </Setting>
            <Setting
              heading="h2"
              title={text('kyc.email')}
              text={email.state === 'none' ? text('kyc.emailText') : email.masked}
              state={<LevelBadge state={email.state} />}
            >
              {email.state === 'none' && (
                <Link
                  to="/account/center/security/setting/$setting"
                  params={{ setting: 'email' }}
                  className={buttonClass('quiet')}
                >
                  {text('account.contact.bindEmail')}
                </Link>
              )}
            </Setting>
          </div>
          <Link to="/account/center/activity" className={loneLinkClass}>
            {text('kyc.whoLooked')}
          </Link>
        </div>
      )}
    </Loaded>
  );
}
