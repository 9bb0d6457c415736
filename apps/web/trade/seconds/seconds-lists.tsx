import { Button, EmptyState, Tab, TabList, TabPanel, Tabs, TextLink } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useOpenSeconds, useSignedIn } from '../../data/index.ts';
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
  const panel = (value: string, content: React.ReactNode) => (
    <TabPanel value={value} className="min-h-0 flex-1 overflow-hidden">
      {signedIn ? (
        content
      ) : (
        <EmptyState
          title={text('trade.orders.signedOut')}
          action={<TextLink href="/user/login">{text('trade.form.login')}</TextLink>}
        />
      )}
    </TabPanel>
  );
  return (
    <Tabs value={view} onValueChange={setView} className="flex h-full min-h-0 flex-col">
      <TabList
        label={text('trade.sec.views')}
        size="small"
        className="px-4"
        end={
          signedIn && (
            <Button variant="plain" size="small" onClick={() => setLimits(true)}>
              {text('trade.sec.limits')}
            </Button>
          )
        }
      >
        <Tab value="open">
          {text('trade.sec.open')}
          {open > 0 && <span className="figure">{intl.formatNumber(open)}</span>}
        </Tab>
        <Tab value="past">{text('trade.sec.past')}</Tab>
        <Tab value="rules">{text('trade.sec.rules')}</Tab>
      </TabList>
      {panel('open', <OpenSeconds />)}
      {panel('past', <PastSeconds />)}
      <TabPanel value="rules" className="min-h-0 flex-1 overflow-hidden">
        <SecondsRules market={market} />
      </TabPanel>
      {signedIn && <LimitsDialog open={limits} onOpenChange={setLimits} />}
    </Tabs>
  );
}
