import type { FinanceZone } from '@candor/api';
import type { TypedNumber } from '@candor/i18n';
import { type ActForm, FormField, NumberField, Select, TextField, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { AmountField } from '../shell/amount-field.tsx';
import { FundDialog } from '../shell/fund-dialog.tsx';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import type { EarnData, EarnDesk, EarnOffer, EarnPool, PoolDesk } from './desk-calls.ts';

const AMOUNT_DECIMALS = 8;
const PERCENT_DECIMALS = 4;
const HOUR_MS = 3_600_000;

const ZONES = ['valueAdded', 'members', 'ordinary'] as const satisfies readonly FinanceZone[];
/** Printable ASCII: a name is a line of the terms, which are the same text in every language. */
const NAME = /^[!-~](?:[ -~]{0,38}[!-~])?$/;

/** The act that an operator is about to propose. */
export type EarnAct =
  | { readonly kind: 'fund' | 'offer'; readonly pool: EarnPool }
  | { readonly kind: 'close'; readonly offer: EarnOffer };

interface DialogProps {
  readonly desk: EarnDesk;
  readonly data: EarnData;
  readonly onClose: () => void;
}

/** Needs of the dialogs that all desks with pools share. */
interface PoolDialogProps {
  readonly desk: PoolDesk;
  readonly data: Pick<EarnData, 'practice' | 'now'>;
  readonly onClose: () => void;
}

/** Time after so many hours; null for the moment of the approval. */
export const timeAfter = (nowMs: number, hours: string): number | null =>
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
  readonly name: string;
  readonly zone: FinanceZone;
  readonly lockDays: TypedNumber;
  readonly maxParticipations: TypedNumber;
}

/** Fields of a finance product: its name, its zone, its locked days, and how often one user may take part. */
function OwnFields({ act }: { readonly act: ActForm<OfferValues> }) {
  const text = useText();
  return (
    <>
      <FormField
        act={act}
        name="name"
        check={(name) => (NAME.test(name.trim()) ? null : text('console.finance.name.letters'))}
      >
        {(field) => (
          <TextField
            {...field}
            label={text('console.finance.name')}
            description={text('console.finance.name.letters')}
          />
        )}
      </FormField>
      <FormField act={act} name="zone">
        {(field) => (
          <Select
            {...field}
            label={text('console.finance.zone')}
            options={ZONES.map((zone) => ({ value: zone, label: text(`console.finance.zone.${zone}`) }))}
          />
        )}
      </FormField>
      <FormField act={act} name="lockDays">
        {(field) => <NumberField {...field} label={text('console.finance.lockDays')} decimals={0} />}
      </FormField>
      <FormField act={act} name="maxParticipations">
        {(field) => <NumberField {...field} label={text('console.finance.times')} decimals={0} />}
      </FormField>
    </>
  );
}

function OfferDialog({ desk, pool, data, onClose }: DialogProps & { readonly pool: EarnPool }) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<OfferValues>({
    queryKey: [desk.id],
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: {
      dailyPercent: '',
      cycleDays: '30',
      exitPercent: '50',
      hours: '0',
      minAmount: '',
      maxAmount: '',
      userLimit: '',
      capacity: '',
      name: '',
      zone: 'ordinary',
      lockDays: '0',
      maxParticipations: '1',
    },
    send: ({ hours, cycleDays, name, zone, lockDays, maxParticipations, ...values }, sending) => {
      const common = { ...values, cycleDays: Number(cycleDays), opensTime: timeAfter(data.now, hours) };
      const times = Number(maxParticipations);
      const own = { name: name.trim(), zone, lockDays: Number(lockDays), maxParticipations: times };
      return desk.offer(client, String(pool.assetId), { common, own }, sending);
    },
  });
  const fields = [
    ['dailyPercent', 'console.earn.daily', '%', PERCENT_DECIMALS],
    ['cycleDays', 'console.earn.days', undefined, 0],
    ['minAmount', 'console.swap.least', pool.coin, AMOUNT_DECIMALS],
    ['maxAmount', 'console.swap.most', pool.coin, AMOUNT_DECIMALS],
    ['userLimit', 'console.earn.user', pool.coin, AMOUNT_DECIMALS],
    ['capacity', 'console.earn.all', pool.coin, AMOUNT_DECIMALS],
  ] as const;
  return (
    <OperatorDialog
      act={act}
      title={`${pool.coin} · ${text('console.earn.add')}`}
      explain={text('console.earn.explainOffer')}
      submit={text('console.shell.propose')}
      readers="operators"
      onClose={onClose}
    >
      {desk.hasZones && <OwnFields act={act} />}
      {fields.map(([name, label, unit, decimals]) => (
        <AmountField key={name} act={act} name={name} label={text(label)} decimals={decimals} unit={unit} />
      ))}
      <FormField act={act} name="exitPercent">
        {(field) => (
          <NumberField {...field} label={text('console.earn.exit')} decimals={PERCENT_DECIMALS} unit="%" />
        )}
      </FormField>
      <FormField act={act} name="hours">
        {(field) => <NumberField {...field} label={text('console.earn.opensIn')} decimals={0} />}
      </FormField>
    </OperatorDialog>
  );
}

interface CloseValues extends WithReason {
  readonly hours: TypedNumber;
}

/** Ends an offer at a named time. */
export function CloseDialog({
  desk,
  offer,
  data,
  onClose,
}: PoolDialogProps & { readonly offer: Pick<EarnOffer, 'offerId' | 'coin'> }) {
  const { client } = useConsole();
  const text = useText();
  const act = useOperatorForm<CloseValues>({
    queryKey: [desk.id],
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: { hours: '0' },
    send: ({ hours, reason }, sending) => {
      const body = { closesTime: timeAfter(data.now, hours), reason };
      return desk.close(client, String(offer.offerId), body, sending);
    },
  });
  return (
    <OperatorDialog
      act={act}
      title={`${offer.coin} · ${offer.offerId} · ${text('console.earn.close')}`}
      explain={text(`console.${desk.explains}.explainClose`)}
      submit={text('console.shell.propose')}
      readers="operators"
      onClose={onClose}
    >
      <FormField act={act} name="hours">
        {(field) => <NumberField {...field} label={text('console.earn.closesIn')} decimals={0} />}
      </FormField>
    </OperatorDialog>
  );
}

/** The dialog of an act. */
export function EarnDialog({ act, ...props }: DialogProps & { readonly act: EarnAct }) {
  const { client } = useConsole();
  const text = useText();
  if (act.kind === 'close') return <CloseDialog offer={act.offer} {...props} />;
  if (act.kind === 'offer') return <OfferDialog pool={act.pool} {...props} />;
  const { desk, data, onClose } = props;
  return (
    <FundDialog
      pool={act.pool}
      practice={data.practice}
      queryKey={[desk.id]}
      explain={text('console.earn.explainFund')}
      send={(assetId, body, sending) => desk.fund(client, assetId, body, sending)}
      onClose={onClose}
    />
  );
}
