import { buttonClass, cx, Skeleton, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart, NothingLost } from '../common/lazy-part.tsx';
import { useSettings, useSignedIn } from '../data/index.ts';

const LiveProof = lazyPart(async () => (await import('./proof/live-proof.tsx')).LiveProof, NothingLost);

/** The one thing to press: an account for visitors, the market for who has one. */
function Begin() {
  const text = useText();
  const signedIn = useSignedIn();
  const look = cx(buttonClass('primary', 'large'), 'max-sm:w-full');
  if (signedIn)
    return (
      <Link to="/trade/index" search={{ type: 'spot', symbol: 'btc' }} className={look}>
        {text('home.begin.trade')}
      </Link>
    );
  return (
    <Link to="/user/register" className={look}>
      {text('shell.register')}
    </Link>
  );
}

/** Says what Candor is and what to press, and checks the proof while it is read. */
export function Hero() {
  const text = useText();
  const { data: settings } = useSettings();
  return (
    <div className="flex flex-col gap-8 pt-8 pb-10 lg:pt-10">
      <div className="mx-auto grid w-full max-w-330 items-end gap-x-16 gap-y-5 px-4 sm:px-5 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex flex-col gap-3">
          <h1 className="text-28 font-semibold text-balance sm:text-44">{text('home.heading')}</h1>
          <p className="max-w-180 text-16 text-pretty text-ink-2">{text('home.line')}</p>
        </div>
        <div className="flex w-full flex-col items-start gap-2 lg:items-end">
          <Begin />
          {settings?.mode === 'practice' && (
            <p className="text-13 text-ink-3">{text('home.begin.practice')}</p>
          )}
        </div>
      </div>
      <Suspense
        fallback={
          <div className="mx-auto w-full max-w-330 px-4 sm:px-5">
            <Skeleton className="h-140 w-full lg:h-120" />
          </div>
        }
      >
        <LiveProof />
      </Suspense>
    </div>
  );
}
