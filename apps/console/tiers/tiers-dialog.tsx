import { ACCOUNT_TIERS, type AccountTierName, TIERS_NOTICE_DAYS, type TierTable } from '@candor/api';
import type { TypedNumber } from '@candor/i18n';
import { FormField, NumberField, Select, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';

export const TIERS_KEY = ['tiers'];
const AMOUNT_DECIMALS = 8;
/** The lowest tier asks for nothing. */
const ASKED = ACCOUNT_TIERS.slice(1);

type Amounts = { readonly [Name in AccountTierName as `min_${Name}` | `day_${Name}`]: TypedNumber };

interface Values extends WithReason, Amounts {
  readonly vipTier: AccountTierName;
  readonly vipVolume: TypedNumber;
  readonly afterDays: TypedNumber;
}

const isAmount = (text: string) => /^(0|[1-9]\d{0,11})(\.\d{1,8})?$/.test(text);

export interface TiersDialogProps {
  /** The table that the new one follows. */
  readonly table: TierTable;
  readonly onClose: () => void;
}

/** The next table of tiers, which another operator must approve. */
export function TiersDialog({ table, onClose }: TiersDialogProps) {
  const { client } = useConsole();
  const text = useText();
  const amounts = Object.fromEntries(
    table.tiers.flatMap(({ tier, minDeposit, dailyWithdrawal }) => [
      [`min_${tier}`, minDeposit],
      [`day_${tier}`, dailyWithdrawal],
    ]),
  ) as unknown as Amounts;
  const act = useOperatorForm<Values>({
    queryKey: ['proposals'],
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: {
      ...amounts,
      vipTier: table.tiers.find(({ isVip }) => isVip)?.tier ?? 'partner',
      vipVolume: table.vipVolume,
      afterDays: String(TIERS_NOTICE_DAYS),
    },
    send: ({ vipTier, vipVolume, afterDays, reason, ...typed }, sending) => {
      const tiers = ACCOUNT_TIERS.map((tier) => ({
        minDeposit: typed[`min_${tier}`],
        dailyWithdrawal: typed[`day_${tier}`],
      }));
      const body = { tiers, vipTier, vipVolume, afterDays: Number(afterDays), reason };
      return client.call('changeAccountTiers', { body }, sending);
    },
  });
  const check = (value: string) => (isAmount(value) ? null : text('error.AMOUNT_INVALID'));
  const amount = (name: keyof Amounts, label: string, unit: string) => (
    <FormField key={name} act={act} name={name} check={check}>
      {(field) => <NumberField {...field} label={label} decimals={AMOUNT_DECIMALS} unit={unit} />}
    </FormField>
  );
  const tierName = (tier: AccountTierName) => text(`console.tiers.tier.${tier}`);
  return (
    <OperatorDialog
      act={act}
      title={text('console.tiers.change')}
      explain={text('console.tiers.explain', { days: TIERS_NOTICE_DAYS })}
      submit={text('console.shell.propose')}
      readers="users"
      onClose={onClose}
    >
      {ASKED.map((tier) =>
        amount(`min_${tier}`, text('console.tiers.minDeposit', { tier: tierName(tier) }), 'USD'),
      )}
      {ACCOUNT_TIERS.map((tier) =>
        amount(`day_${tier}`, text('console.tiers.daily', { tier: tierName(tier) }), 'USDT'),
      )}
      <FormField act={act} name="vipTier">
        {(field) => (
          <Select
            {...field}
            label={text('console.tiers.vipTier')}
            options={ACCOUNT_TIERS.map((value) => ({ value, label: tierName(value) }))}
          />
        )}
      </FormField>
      <FormField act={act} name="vipVolume" check={check}>
        {(field) => (
          <NumberField
            {...field}
            label={text('console.tiers.vipVolume')}
            decimals={AMOUNT_DECIMALS}
            unit="USDT"
          />
        )}
      </FormField>
      <FormField act={act} name="afterDays" check={check}>
        {(field) => <NumberField {...field} label={text('console.tiers.afterDays')} decimals={0} />}
      </FormField>
    </OperatorDialog>
  );
}
