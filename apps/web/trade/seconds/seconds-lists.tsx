import { Button } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useOpenSeconds, useSignedIn } from '../../data/index.ts';
import { RecordTabs } from '../orders/record-tabs.tsx';
import type { TradeMarket } from '../page/trade-market.ts';
import { LimitsDialog } from './limits-dialog.tsx';
import { OpenSeconds } from './open-seconds.tsx';
import { PastSeconds } from './past-seconds.tsx';
import { SecondsRules } from './seconds-rules.tsx';

/** The signed-in user's open and past contracts, the rules for everybody, and the door to the own limits. */
export function SecondsLists({ market }: { readonly market: TradeMarket }) {
  const intl = useIntl();
  const signedIn = useSignedIn();
  // What a visitor has is no contracts: the rule is what there is to read.
  const [view, setView] = useState(signedIn ? 'open' : 'rules');
  const [limits, setLimits] = useState(false);
  const open = useOpenSeconds()?.length ?? 0;
  const text = (id: string) => intl.formatMessage({ id });
  const tabs = [
    { value: 'open', title: 'trade.sec.open', count: open, content: <OpenSeconds /> },
    { value: 'past', title: 'trade.sec.past', content: <PastSeconds /> },
    { value: 'rules', title: 'trade.sec.rules', isPublic: true, content: <SecondsRules market={market} /> },
  ];
  const acts = (
    <Button variant="plain" size="small" onClick={() => setLimits(true)}>
      {text('trade.sec.limits')}
    </Button>
  );
  return (
    <>
      <RecordTabs label={text('trade.sec.views')} view={view} onView={setView} tabs={tabs} end={acts} />
      {signedIn && <LimitsDialog open={limits} onOpenChange={setLimits} />}
    </>
  );
}
