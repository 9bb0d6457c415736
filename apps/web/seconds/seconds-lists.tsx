import { Button, useText } from '@candor/ui';
import { useState } from 'react';
import { useOpenSeconds, useSignedIn } from '../data/index.ts';
import type { TradeMarket } from '../trade/market/trade-market.ts';
import { type RecordTab, RecordTabs } from '../trade/orders/record-tabs.tsx';
import { LimitsDialog } from './limits-dialog.tsx';
import { OpenSeconds } from './open-seconds.tsx';
import { PastSeconds } from './past-seconds.tsx';
import { SecondsRules } from './seconds-rules.tsx';

/** The signed-in user's open and past contracts, the rules for everybody, and the door to the own limits. */
export function SecondsLists({ market }: { readonly market: TradeMarket }) {
  const signedIn = useSignedIn();
  // A visitor has no contracts: the rule is what there is to read.
  const [view, setView] = useState(signedIn ? 'open' : 'rules');
  const [limits, setLimits] = useState(false);
  const open = useOpenSeconds()?.length ?? 0;
  const text = useText();
  const tabs: RecordTab[] = [
    { value: 'open', title: 'seconds.open', count: open, content: <OpenSeconds /> },
    { value: 'past', title: 'seconds.past', content: <PastSeconds /> },
    { value: 'rules', title: 'seconds.rules', isPublic: true, content: <SecondsRules market={market} /> },
  ];
  const acts = (
    <Button variant="plain" size="small" onClick={() => setLimits(true)}>
      {text('seconds.limits')}
    </Button>
  );
  return (
    <>
      <RecordTabs label={text('seconds.views')} view={view} onView={setView} tabs={tabs} end={acts} />
      {signedIn && <LimitsDialog open={limits} onOpenChange={setLimits} />}
    </>
  );
}
