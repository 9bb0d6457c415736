import type { OperatorStaking } from '@candor/api';
import { isPositiveNumber, type TypedNumber } from '@candor/i18n';
import { FormField, NumberField, Select, useFormatters, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';

export const STAKING_KEY = ['staking'];
const AMOUNT_DECIMALS = 8;
const PERCENT_DECIMALS = 4;
const HOUR_MS = 3_600_000;

export type StakingPool = OperatorStaking['pools'][number];
export type StakingOffer = OperatorStaking['offers'][number];

/** The act that an operator is about to propose. */
export type StakingAct =
  | { readonly kind: 'fund' | 'offer'; readonly pool: StakingPool }
  | { readonly kind: 'close'; readonly offer: StakingOffer };

interface DialogProps {
  readonly data: OperatorStaking;
  readonly onClose: () => void;
}

/** Time after so many hours; null for the moment of the approval. */
const timeAfter = (nowMs: number, hours: string): number | null =>
  Number(hours) > 0 ? nowMs + Number(hours) * HOUR_MS : null;

interface OfferValues extends WithReason {
  readonly dailyPercent: TypedNumber;
  readonly cycleDays: TypedNumber;
  readonly exitPercent: TypedNumber;
  readonly minAmount: TypedNumber;
  readonly maxAmount: TypedNumber;
  readonly userLimit: TypedNumber;
  readonly capacity: TypedNumber;
  readonly hours: TypedNumber;
}

function OfferDialog({ pool, data, onClose }: DialogProps & { readonly pool: StakingPool }) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<OfferValues>({
    queryKey: STAKING_KEY,
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: {
      ...{ dailyPercent: '', cycleDays: '30', exitPercent: '50', hours: '0' },
      ...{ minAmount: '', maxAmount: '', userLimit: '', capacity: '' },
    },
    send: ({ hours, cycleDays, ...values }, sending) =>
      client.call(
        'offerStaking',
        {
          params: { assetId: String(pool.assetId) },
          body: { ...values, cycleDays: Number(cycleDays), opensTime: timeAfter(data.now, hours) },
        },
        sending,
      ),
  });
  const isMissing = (value: unknown) =>
    isPositiveNumber(value as TypedNumber) ? null : text('error.AMOUNT_INVALID');
  const fields = [
    ['dailyPercent', 'console.staking.daily', '%', PERCENT_DECIMALS],
    ['cycleDays', 'console.staking.days', undefined, 0],
    ['minAmount', 'console.swap.least', pool.coin, AMOUNT_DECIMALS],
    ['maxAmount', 'console.swap.most', pool.coin, AMOUNT_DECIMALS],
    ['userLimit', 'console.staking.user', pool.coin, AMOUNT_DECIMALS],
    ['capacity', 'console.staking.all', pool.coin, AMOUNT_DECIMALS],
  ] as const;
  return (
    <OperatorDialog
      act={act}
      title={`${pool.coin} · ${text('console.staking.add')}`}
      explain={text('console.staking.explainOffer')}
      submit={text('console.shell.propose')}
      readers="operators"
      onClose={onClose}
    >
      {fields.map(([name, label, unit, decimals]) => (
        <FormField key={name} act={act} name={name} check={isMissing}>
          {(field) => <NumberField {...field} label={text(label)} decimals={decimals} unit={unit} />}
        </FormField>
      ))}
      <FormField act={act} name="exitPercent">
        {(field) => (
          <NumberField {...field} label={text('console.staking.exit')} decimals={PERCENT_DECIMALS} unit="%" />
        )}
      </FormField>
      <FormField act={act} name="hours">
        {(field) => <NumberField {...field} label={text('console.staking.opensIn')} decimals={0} />}
      </FormField>
    </OperatorDialog>
  );
}

interface CloseValues extends WithReason {
  readonly hours: TypedNumber;
}

function CloseDialog({ offer, data, onClose }: DialogProps & { readonly offer: StakingOffer }) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<CloseValues>({
    queryKey: STAKING_KEY,
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: { hours: '0' },
    send: ({ hours, reason }, sending) =>
      client.call(
        'closeStakingOffer',
        {
          params: { offerId: String(offer.offerId) },
          body: { closesTime: timeAfter(data.now, hours), reason },
        },
        sending,
      ),
  });
  return (
    <OperatorDialog
      act={act}
      title={`${offer.coin} · ${offer.offerId} · ${text('console.staking.close')}`}
      explain={text('console.staking.explainClose')}
      submit={text('console.shell.propose')}
      readers="operators"
      onClose={onClose}
    >
      <FormField act={act} name="hours">
        {(field) => <NumberField {...field} label={text('console.staking.closesIn')} decimals={0} />}
      </FormField>
    </OperatorDialog>
  );
}

type Direction = 'add' | 'take';
type Source = 'practice' | 'house';

interface FundValues extends WithReason {
  readonly amount: TypedNumber;
  readonly direction: Direction;
  readonly source: Source;
}

function FundDialog({ pool, data, onClose }: DialogProps & { readonly pool: StakingPool }) {
  const { client } = useConsole();
  const text = useText();
  const format = useFormatters();
  const act = useOperatorForm<FundValues>({
    queryKey: STAKING_KEY,
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: { amount: '', direction: 'add', source: data.practice ? 'practice' : 'house' },
    send: ({ amount, direction, source, reason }, sending) => {
      const body = { amount, direction, source: direction === 'take' ? ('house' as const) : source, reason };
      return client.call('fundStaking', { params: { assetId: String(pool.assetId) }, body }, sending);
    },
  });
  const sources: readonly Source[] = data.practice ? ['practice', 'house'] : ['house'];
  const house = `${format.quantity(pool.houseAvailable)} ${pool.coin}`;
  return (
    <OperatorDialog
      act={act}
      title={`${pool.coin} · ${text('console.staking.fund')}`}
      explain={text('console.staking.explainFund')}
      submit={text('console.shell.propose')}
      readers="users"
      onClose={onClose}
    >
      <FormField act={act} name="direction">
        {(field) => (
          <Select
            {...field}
            label={text('console.swap.direction')}
            options={(['add', 'take'] as const).map((value) => ({
              value,
              label: text(`console.staking.direction.${value}`),
            }))}
          />
        )}
      </FormField>
      {act.form.watch('direction') === 'add' && (
        <FormField act={act} name="source">
          {(field) => (
            <Select
              {...field}
              label={text('console.seconds.source')}
              options={sources.map((value) => ({
                value,
                label: text(`console.seconds.source.${value}`, { amount: house }),
              }))}
            />
          )}
        </FormField>
      )}
      <FormField
        act={act}
        name="amount"
        check={(amount) => (isPositiveNumber(amount) ? null : text('error.AMOUNT_INVALID'))}
      >
        {(field) => (
          <NumberField
            {...field}
            label={text('console.seconds.amount')}
            decimals={AMOUNT_DECIMALS}
            unit={pool.coin}
          />
        )}
      </FormField>
    </OperatorDialog>
  );
}

/** The dialog of an act. */
export function StakingDialog({ act, ...props }: DialogProps & { readonly act: StakingAct }) {
  if (act.kind === 'close') return <CloseDialog offer={act.offer} {...props} />;
  return act.kind === 'offer' ? (
    <OfferDialog pool={act.pool} {...props} />
  ) : (
    <FundDialog pool={act.pool} {...props} />
  );
}
