import type { MerchantApplication } from '@candor/api';
import { buttonClass, Loaded, SkeletonText, useText } from '@candor/ui';
import { useEffect } from 'react';
import { useServices, useSignedIn, useUser } from '../data/index.ts';
import { LoginLink } from '../shell/login-link.tsx';
import { ApplyForm } from './apply-form.tsx';
import { OtcClosed } from './closed.tsx';
import { OtcPage } from './head.tsx';
import { MerchantHome } from './merchant-home.tsx';
import { MerchantNeeds } from './merchant-needs.tsx';
import { OtcRules } from './rules.tsx';
import { useMerchantApplication, useOtcTerms } from './use-otc.ts';

const MERCHANT = 2;

/** Asks for the user again once two operators have admitted a merchant: menus and accounts follow it. */
function useAdmitted(isMerchant: boolean): void {
  const { session } = useServices();
  const isKnown = useUser()?.is_merchant === MERCHANT;
  useEffect(() => {
    if (isMerchant && !isKnown) void session.reloadUser();
  }, [isMerchant, isKnown, session]);
}

/** A merchant's dashboard; for everybody else what a merchant is, and the application. */
export function MerchantPage() {
  const text = useText();
  const signedIn = useSignedIn();
  const query = useMerchantApplication();
  const isMerchant = query.data?.state === 'merchant';
  useAdmitted(isMerchant);
  return (
    <OtcPage
      current="merchant"
      title={isMerchant ? (query.data?.nickname ?? '') : text('otc.merchant.title')}
      line={text(isMerchant ? 'otc.merchant.home.line' : 'otc.merchant.line')}
    >
      {signedIn ? (
        <Loaded
          query={query}
          data={query.data}
          skeleton={<SkeletonText lines={10} />}
          failedTitle={text('otc.merchant.failed')}
        >
          {(application) => <Shown application={application} />}
        </Loaded>
      ) : (
        <Visitor />
      )}
    </OtcPage>
  );
}

/** The needs of a merchant as published, for who has no account yet. */
function Visitor() {
  const text = useText();
  const query = useOtcTerms();
  return (
    <Loaded
      query={query}
      data={query.data}
      skeleton={<SkeletonText lines={10} />}
      failedTitle={text('otc.merchant.failed')}
    >
      {(board) => (
        <div className="flex flex-col gap-10">
          <div className="flex flex-col gap-6">
            <MerchantNeeds application={null} terms={board.terms} />
            {board.terms !== null && (
              <LoginLink className={`${buttonClass('primary', 'large')} self-start`}>
                {text('otc.apply.login')}
              </LoginLink>
            )}
          </div>
          <OtcRules board={board} />
        </div>
      )}
    </Loaded>
  );
}

function Shown({ application }: { readonly application: MerchantApplication }) {
  const terms = useOtcTerms().data?.terms;
  if (application.state === 'merchant') return <MerchantHome />;
  if (application.coin === null) return <OtcClosed />;
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
      <ApplyForm application={application} />
      <MerchantNeeds application={application} terms={terms} />
    </div>
  );
}
