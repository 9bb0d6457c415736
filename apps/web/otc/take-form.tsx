import type { OtcBoard, OtcMethod, OtcOfferRow } from '@candor/api';
import { decimalOf, isPositiveNumber, type TypedNumber } from '@candor/i18n';
import {
  type ActForm,
  FormField,
  linkClass,
  NumberField,
  Select,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { useAvailable } from '../common/use-available.ts';
import { useClient } from '../data/index.ts';
import { amountOf, brokenOtcBound, lesserOf, type OtcDigits, totalOf } from './figures.ts';
import type { OtcTakerSide } from './search.ts';
import { useOtcChanged, useOtcStanding } from './use-otc.ts';
import { useOtcWords } from './use-words.ts';

export interface TakeValues {
  readonly total: TypedNumber;
  readonly amount: TypedNumber;
  readonly method: OtcMethod | '';
}

interface Taken {
  readonly orderId: number;
}

export type TakeAct = ActForm<TakeValues, Taken>;

/** Decimals of all coins that are traded. */
const COIN_DIGITS = 8;

/** Returns the decimals of coins and of a currency. */
export function digitsOf(board: OtcBoard, currency: string): OtcDigits {
  const row = board.currencies.find((each) => each.currency === currency);
  return { coin: COIN_DIGITS, currency: row?.scale ?? 2 };
}

/** Takes an offer at no worse a price than the page shows, and goes to the order. */
export function useTake(offer: OtcOfferRow, first: Partial<TakeValues>): TakeAct {
  const client = useClient();
  const navigate = useNavigate();
  const onSettled = useOtcChanged();
  const { offerId, version, price } = offer;
  return useActForm<TakeValues, Taken>({
    defaultValues: { total: '', amount: '', method: '', ...first },
    beside: { offerId, version, price },
    places: { AMOUNT_INVALID: 'amount', OTC_AMOUNT: 'amount', OTC_NEW_LIMIT: 'amount', OTC_METHOD: 'method' },
    send: ({ amount, method }, sending) =>
      client.call(
        'takeOtcOffer',
        { body: { offerId, version, seenPrice: price ?? '0', amount, method: method as OtcMethod } },
        sending,
      ),
    onDone: ({ orderId }) => void navigate({ to: '/otc/order', search: { order: orderId } }),
    onSettled,
  });
}

interface SumFieldsProps {
  readonly act: TakeAct;
  readonly offer: OtcOfferRow;
  readonly side: OtcTakerSide;
  readonly digits: OtcDigits;
}

/** The sum and the coins of an order: each follows from the other at the offer's price. */
export function SumFields({ act, offer, side, digits }: SumFieldsProps) {
  const text = useText();
  const format = useFormatters();
  const own = useAvailable(offer.coin);
  const { price, coin, currency, minAmount, maxAmount, available } = offer;
  const most = lesserOf(maxAmount, available, digits.coin);
  const bounds = { minAmount, maxAmount: most };
  const check = (typed: string): string | null => {
    if (!isPositiveNumber(typed)) return text('error.AMOUNT_INVALID');
    const broken = brokenOtcBound(typed, bounds, digits.coin);
    if (broken === null) return null;
    return text(`otc.amount.${broken}`, {
      amount: format.quantity(broken === 'least' ? minAmount : most),
      coin,
    });
  };
  const set = (name: 'total' | 'amount', value: string) =>
    act.form.setValue(name, value, { shouldValidate: act.form.formState.isSubmitted });
  const pays = (
    <FormField act={act} name="total" prompt="ui.required.amount">
      {({ onValueChange, ...field }) => (
        <NumberField
          {...field}
          onValueChange={(next) => {
            onValueChange(next);
            set('amount', amountOf(decimalOf(next), price ?? '0', digits));
          }}
          label={text(side === 'buy' ? 'otc.youPay' : 'otc.youReceive')}
          decimals={digits.currency}
          unit={currency}
          description={text('otc.range', {
            least: format.quantity(offer.minTotal),
            most: format.quantity(offer.maxTotal),
            unit: currency,
          })}
        />
      )}
    </FormField>
  );
  const gets = (
    <FormField act={act} name="amount" prompt="ui.required.amount" check={check}>
      {({ onValueChange, ...field }) => (
        <NumberField
          {...field}
          onValueChange={(next) => {
            onValueChange(next);
            set('total', totalOf(decimalOf(next), price ?? '0', digits));
          }}
          label={text(side === 'buy' ? 'otc.youReceive' : 'otc.youSell')}
          decimals={digits.coin}
          unit={coin}
          {...(side === 'sell' && own !== null
            ? { description: text('otc.own', { amount: format.quantity(own), coin }) }
            : {})}
        />
      )}
    </FormField>
  );
  return side === 'buy' ? (
    <>
      {pays}
      {gets}
    </>
  ) : (
    <>
      {gets}
      {pays}
    </>
  );
}

interface MethodFieldProps {
  readonly act: TakeAct;
  readonly offer: OtcOfferRow;
  readonly side: OtcTakerSide;
}

/** The way in which the money goes. A seller is paid by a method of the own account. */
export function MethodField({ act, offer, side }: MethodFieldProps) {
  const text = useText();
  const words = useOtcWords();
  const own = useOtcStanding().data?.methods ?? null;
  const isMissing =
    side === 'sell' && own !== null && !offer.methods.some(({ method }) => own.includes(method));
  return (
    <div className="flex flex-col gap-2">
      <FormField act={act} name="method" prompt="otc.method.first">
        {(field) => (
          <Select<OtcMethod | ''>
            {...field}
            label={text('otc.method')}
            placeholder={text('otc.method.choose')}
            options={offer.methods.map(({ method, appealAfterMs }) => ({
              value: method,
              label: words.method(method),
              detail: text('otc.method.takes', { time: words.span(appealAfterMs) }),
              disabled: side === 'sell' && own !== null && !own.includes(method),
            }))}
          />
        )}
      </FormField>
      {isMissing && (
        <p className="border-s-2 border-warn ps-3 text-13 text-ink-2">
          {text('otc.method.none')}{' '}
          <Link to="/user/index" search={{ key: 'bank' }} className={linkClass}>
            {text('otc.method.add')}
          </Link>
        </p>
      )}
    </div>
  );
}
