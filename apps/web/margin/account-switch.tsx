import { SegmentedControl, useText } from '@candor/ui';
import type { TradeAccount } from './margin-account.ts';

export interface AccountSwitchProps {
  readonly account: TradeAccount;
  readonly onChange: (account: TradeAccount) => void;
}

/** Chooses the account that orders are placed from: spot, cross margin, or the market's isolated margin. */
export function AccountSwitch({ account, onChange }: AccountSwitchProps) {
  const text = useText();
  return (
    <SegmentedControl
      label={text('margin.accounts')}
      value={account}
      onValueChange={onChange}
      segments={[
        { value: 'spot', label: text('menu.spot') },
        { value: 'cross', label: text('margin.cross') },
        { value: 'isolated', label: text('margin.isolated') },
      ]}
    />
  );
}
