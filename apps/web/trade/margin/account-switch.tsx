import { SegmentedControl } from '@candor/ui';
import { useIntl } from 'react-intl';
import type { TradeAccount } from './margin-account.ts';

export interface AccountSwitchProps {
  readonly account: TradeAccount;
  readonly onChange: (account: TradeAccount) => void;
}

/** Which account orders are placed from: spot, cross margin, or the market's isolated margin. */
export function AccountSwitch({ account, onChange }: AccountSwitchProps) {
  const intl = useIntl();
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <SegmentedControl
      label={text('trade.margin.accounts')}
      value={account}
      onValueChange={onChange}
      segments={[
        { value: 'spot', label: text('menu.spot') },
        { value: 'cross', label: text('trade.margin.cross') },
        { value: 'isolated', label: text('trade.margin.isolated') },
      ]}
    />
  );
}
