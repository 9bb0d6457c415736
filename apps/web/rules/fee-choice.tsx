import type { FeeTiers } from '@candor/api';
import { SegmentedControl, Select, useText } from '@candor/ui';

export type Role = 'maker' | 'taker';

/** Choice of the fee tier that an example is charged by. */
export function TierSelect({
  tiers,
  value,
  onValueChange,
}: {
  readonly tiers: FeeTiers;
  readonly value: number;
  readonly onValueChange: (tier: number) => void;
}) {
  const text = useText();
  return (
    <Select
      className="col-span-3"
      label={text('fees.tier')}
      value={String(value)}
      onValueChange={(tier) => onValueChange(Number(tier))}
      options={tiers.tiers.map(({ tier }) => ({
        value: String(tier),
        label: text('fees.tierName', { number: tier }),
      }))}
    />
  );
}

/** Choice of the side of a fill that an example is charged as. */
export function RoleControl({
  value,
  onValueChange,
}: {
  readonly value: Role;
  readonly onValueChange: (role: Role) => void;
}) {
  const text = useText();
  return (
    <SegmentedControl
      className="col-span-3"
      label={text('trade.receipt.role')}
      value={value}
      onValueChange={onValueChange}
      segments={(['maker', 'taker'] as const).map((role) => ({
        value: role,
        label: <span className="inline-block first-letter:uppercase">{text(`trade.role.${role}`)}</span>,
      }))}
    />
  );
}
