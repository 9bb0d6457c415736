import type { CallData, Calls, WithdrawalCoin } from '@candor/api';
import { decimalOf, isPositiveNumber, type TypedNumber } from '@candor/i18n';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import {
  type ActForm,
  Button,
  Detail,
  DetailList,
  FormField,
  toasts,
  useActForm,
  useFormatters,
  useText,
  WrappedField,
} from '@candor/ui';
import { useEffect, useState } from 'react';
import { passwordHash } from '../../common/password-hash.ts';
import { useWithdrawalAddress } from '../../data/index.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { AddressLook } from './address-look.tsx';
import { useWithdraw } from './use-withdraw.ts';
import { FundPassword, WithdrawAmount, WithdrawButton } from './withdraw-fields.tsx';

interface Values {
  readonly address: string;
  readonly amount: TypedNumber;
  readonly fundPassword: string;
}

const EMPTY: Values = { address: '', amount: '', fundPassword: '' };
/** More decimals than any coin has. */
const SCALE = 18;
/** No network has shorter or longer ones; its checksum and network are checked by the server, which names the field. */
const ADDRESS_SHAPE = /^[0-9A-Za-z:]{10,120}$/;

export interface WithdrawFormProps {
  readonly currency: WithdrawalCoin;
  /** Chosen from the address book, or typed. */
  readonly address: string;
  readonly onAddressChange: (address: string) => void;
  /** Called with the typed address, to keep it in the address book. */
  readonly onSave: (address: string) => void;
  /** True while withdrawals of the account wait, or it is frozen. */
  readonly isWaiting: boolean;
  readonly onRequested: (id: number) => void;
}

type Requested = CallData<Calls['withdrawal']>;

/** `compared` is the address that the user compared with one that looks alike. */
function useWithdrawAct(
  { currency, address, onAddressChange, onRequested }: WithdrawFormProps,
  compared: string | null,
) {
  const { coin, network, fee } = currency;
  const text = useText();
  const withdraw = useWithdraw();
  return useActForm<Values, Requested>({
    defaultValues: { ...EMPTY, address },
    beside: { coin, network, fee, compared },
    places: { INSUFFICIENT_BALANCE: 'amount' },
    send: (values, sending) => {
      const request = {
        coin,
        network,
        address: values.address.trim(),
        amount: values.amount,
        fee: fee ?? '0',
        fundPassword: passwordHash(values.fundPassword),
      };
      const isCompared = compared === request.address;
      return withdraw.send(isCompared ? { ...request, compared: true } : request, sending);
    },
    onDone: ({ id }, _values, form) => {
      toasts.success(text('withdraw.requested'));
      form.reset(EMPTY);
      onAddressChange('');
      onRequested(id);
    },
    onSettled: withdraw.refresh,
  });
}

/** Returns why nothing can be withdrawn to the address, in words; null where it can. */
function useObstacle({ currency, isWaiting }: WithdrawFormProps, isUncompared: boolean): string | null {
  const text = useText();
  if (isWaiting) return text('error.WITHDRAWAL_HELD');
  if (currency.delisted !== null) return text(`delisted.${currency.delisted}`);
  if (!currency.open)
    return text(currency.stopped ? 'error.WITHDRAWAL_WALLET_STOPPED' : 'error.WITHDRAWAL_NETWORK_CLOSED');
  return isUncompared ? text('withdraw.alike.title') : null;
}

/** Requests a withdrawal; the shell asks for the second factor. */
export function WithdrawForm(props: WithdrawFormProps) {
  const { currency, address, onSave } = props;
  const { coin, network, fee, decimals } = currency;
  const text = useText();
  const [compared, setCompared] = useState<string | null>(null);
  const act = useWithdrawAct(props, compared);
  // an address belongs to its network
  useDraft(act, `withdrawal of ${coin} over ${network}`, ['address']);
  const { form } = act;
  useEffect(() => {
    if (address !== '') form.setValue('address', address, { shouldValidate: true });
  }, [address, form]);
  const typed = form.watch('address').trim();
  const { data: look } = useWithdrawalAddress(network, ADDRESS_SHAPE.test(typed) ? typed : null);
  const isCompared = typed !== '' && compared === typed;
  const obstacle = useObstacle(props, look?.alike != null && !isCompared);
  return (
    <form noValidate onSubmit={act.submit} className="flex flex-col gap-4">
      <AddressField act={act} typed={typed} onSave={onSave} />
      {look !== undefined && (
        <AddressLook
          look={look}
          isCompared={isCompared}
          onCompared={(is) => setCompared(is ? typed : null)}
        />
      )}
      <FormField
        act={act}
        name="amount"
        prompt="ui.required.withdrawAmount"
        check={(value) => (isPositiveNumber(value) ? null : text('error.AMOUNT_INVALID'))}
      >
        {(field) => (
          <WithdrawAmount
            field={field}
            coin={coin}
            most={formatDecimalTrimmed(cut(mostOf(currency), decimals), SCALE)}
            available={currency.available}
            onMost={() => form.clearErrors('amount')}
          />
        )}
      </FormField>
      <FormField act={act} name="fundPassword" prompt="ui.required.fundPassword">
        {(field) => <FundPassword field={field} />}
      </FormField>
      <Arrival amount={decimalOf(form.watch('amount'))} fee={fee} coin={coin} />
      <WithdrawButton act={act} obstacle={obstacle} />
    </form>
  );
}

interface AddressFieldProps {
  readonly act: ActForm<Values, Requested>;
  /** The address of the field, trimmed. */
  readonly typed: string;
  readonly onSave: (address: string) => void;
}

function AddressField({ act, typed, onSave }: AddressFieldProps) {
  const text = useText();
  return (
    <FormField
      act={act}
      name="address"
      prompt="ui.required.withdrawAddress"
      check={(value) => (ADDRESS_SHAPE.test(value.trim()) ? null : text('error.WITHDRAWAL_ADDRESS_INVALID'))}
    >
      {(field) => (
        <WrappedField
          {...field}
          label={text('withdraw.address')}
          maxLength={120}
          end={
            <Button
              variant="plain"
              size="small"
              disabled={!ADDRESS_SHAPE.test(typed)}
              onClick={() => onSave(typed)}
            >
              {text('withdraw.book.save')}
            </Button>
          }
        />
      )}
    </FormField>
  );
}

interface ArrivalProps {
  readonly amount: string;
  readonly fee: string | null;
  readonly coin: string;
}

/** The fee, and the amount that arrives after it. */
function Arrival({ amount, fee, coin }: ArrivalProps) {
  const text = useText();
  const format = useFormatters();
  return (
    <DetailList ruled>
      <Detail label={text('withdraw.fee')}>{fee === null ? '—' : `${format.quantity(fee)} ${coin}`}</Detail>
      <Detail label={text('withdraw.arrives')} strong>
        <span data-testid="withdraw-arrives">{arrives(amount, fee, coin, format.quantity)}</span>
      </Detail>
    </DetailList>
  );
}

/** The most that one withdrawal may take now: of the balance, of the limit of each and of today's. */
function mostOf({ available, automatic, isReviewed, remainingToday }: WithdrawalCoin): bigint {
  const limits = [
    available,
    ...(isReviewed ? [] : [automatic]),
    ...(remainingToday === null ? [] : [remainingToday]),
  ];
  return limits
    .map((each) => parseDecimal(each, SCALE) ?? 0n)
    .reduce((least, each) => (each < least ? each : least));
}

/** Cuts an amount to the decimals that the network has. */
function cut(units: bigint, decimals: number): bigint {
  const step = 10n ** BigInt(SCALE - decimals);
  return units - (units % step);
}

function arrives(amount: string, fee: string | null, coin: string, show: (figure: string) => string): string {
  const total = parseDecimal(amount, SCALE);
  const cost = fee === null ? null : parseDecimal(fee, SCALE);
  if (total === null || cost === null || total <= cost) return '—';
  return `${show(formatDecimalTrimmed(total - cost, SCALE))} ${coin}`;
}
