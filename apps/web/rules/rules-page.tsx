import { Tab, TabList, TabPanel, Tabs, useText } from '@candor/ui';
import { getRouteApi } from '@tanstack/react-router';
import { ContractRules } from './contract-rules.tsx';
import { LoanRules } from './loan-rules.tsx';
import { type RuleTab, ruleTabs } from './search.ts';
import { SecondRules } from './second-rules.tsx';
import { SpotRules } from './spot-rules.tsx';

const route = getRouteApi('/shell/rule/index');

const tabNames = {
  second: 'menu.flash',
  spot: 'menu.spot',
  contract: 'menu.contracts',
  loan: 'menu.power',
} as const;
const rules = { second: SecondRules, spot: SpotRules, contract: ContractRules, loan: LoanRules };

/** The rules of each product: how it works, what it costs, what can go wrong, and an example to change. */
export function RulesPage() {
  const text = useText();
  const { tab = 'second' } = route.useSearch();
  const navigate = route.useNavigate();
  const Rules = rules[tab];
  const change = (next: RuleTab) => void navigate({ search: { tab: next }, replace: true });
  return (
    <div className="mx-auto w-full max-w-330 flex-1 px-4 pt-8 pb-16 sm:px-5 lg:pt-12">
      <h1 className="text-28 font-semibold">{text('menu.rules')}</h1>
      <p className="max-w-180 pt-2 text-16 text-ink-2">{text('rules.line')}</p>
      <Tabs value={tab} onValueChange={change} className="pt-4">
        <TabList label={text('menu.rules')}>
          {ruleTabs.map((each) => (
            <Tab key={each} value={each}>
              {text(tabNames[each])}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={tab}>
          <Rules />
        </TabPanel>
      </Tabs>
    </div>
  );
}
