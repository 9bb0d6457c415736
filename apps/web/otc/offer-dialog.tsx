import {
  OTC_METHODS,
  OTC_OFFER_METHODS,
  OTC_WORDS_LENGTH,
  type OtcBoard,
  type OtcMethod,
  type OtcPricingRow,
  type OtcTermsRow,
  type OwnOtcOfferRow,
} from '@candor/api';
import { isPositiveNumber, type PlainValues, type TypedNumber } from '@candor/i18n';
import {
  ActDialog,
  Checkbox,
  FormField,
  NumberField,
  SegmentedControl,
  Select,
  TextArea,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useClient } from '../data/index.ts';
import { AmountInput } from '../forms/amount-field.tsx';
import { changedAmount, leftAfter } from './changed-amount.ts';
import { CurrencyChoice, SideChoice } from './choice.tsx';
import { feeOf } from './figures.ts';
import type { OtcTakerSide } from './search.ts';
import { windowChoices } from './times.ts';
import { useOtcChanged, useOtcStanding } from './use-otc.ts';
import { useOtcWords } from './use-words.ts';

const PRICE_DIGITS = 6;
const COIN_DIGITS = 8;
const PPM_PERCENT = 10_000;

interface OfferValues {
  readonly side: OtcTakerSide;
  readonly coin: string;
  readonly currency: string;
  readonly kind: OtcPricingRow['kind'];
  readonly price: TypedNumber;
  readonly rate: TypedNumber;
  readonly floor: TypedNumber;
  readonly cap: TypedNumber;
  readonly amount: TypedNumber;
  readonly minAmount: TypedNumber;
  readonly maxAmount: TypedNumber;
  readonly windowMs: string;
  readonly methods: readonly OtcMethod[];
  readonly minReleased: TypedNumber;
  readonly terms: string;
  readonly isPaused: boolean;
}

interface OfferDialogProps {
  readonly board: OtcBoard;
  readonly terms: OtcTermsRow;
  /** The offer that is changed; null for a new one. */
  readonly offer: OwnOtcOfferRow | null;
  readonly balances: readonly { readonly coin: string; readonly available: string }[];
  readonly onClose: () => void;
}

/** Returns the values that the form begins with: those of the offer, or those of an empty one. */
function firstValues({
  board,
  terms,
  offer,
}: Pick<OfferDialogProps, 'board' | 'terms' | 'offer'>): OfferValues {
  if (offer === null)
    return {
      side: 'sell',
      coin: terms.coin,
      currency: board.currencies[0]?.currency ?? '',
      kind: 'fixed',
      price: '',
      rate: '',
      floor: '',
      cap: '',
      amount: '',
      minAmount: '',
      maxAmount: '',
      windowMs: String(terms.minWindowMs),
      methods: [],
      minReleased: '0',
      terms: '',
      isPaused: false,
    };
  const { pricing } = offer;
  const floating = pricing.kind === 'floating' ? pricing : null;
  return {
    side: offer.side === 'buy' ? 'sell' : 'buy',
    coin: offer.coin,
    currency: offer.currency,
    kind: pricing.kind,
    price: pricing.kind === 'fixed' ? pricing.price : '',
    rate: floating?.rate ?? '',
    floor: floating?.floor ?? '',
    cap: floating?.cap ?? '',
    amount: offer.amount,
    minAmount: offer.minAmount,
    maxAmount: offer.maxAmount,
    windowMs: String(offer.windowMs),
    methods: offer.methods.map(({ method }) => method),
    minReleased: String(offer.minReleased),
    terms: offer.terms,
    isPaused: offer.isPaused,
  };
}

function pricingOf({ kind, price, rate, floor, cap }: PlainValues<OfferValues>): OtcPricingRow {
  return kind === 'fixed' ? { kind, price } : { kind, rate, floor, cap };
}

/** Publishes an offer, or puts another version in the place of one. */
function useOffer({ board, terms, offer, onClose }: OfferDialogProps) {
  const text = useText();
  const client = useClient();
  const onSettled = useOtcChanged();
  /** Amount that the offer had left when it was opened, or by the last refusal. */
  const [left, setLeft] = useState(offer?.amount ?? '');
  return useActForm<OfferValues>({
    defaultValues: firstValues({ board, terms, offer }) as never,
    places: {
      OTC_METHOD: 'methods',
      OTC_AMOUNT: 'amount',
      OTC_OFFER_TRADED: 'amount',
      'amount.to': 'amount',
      PRICE_OUT_OF_BAND: 'price',
    },
    send: (values, sending): Promise<unknown> => {
      const body = {
        pricing: pricingOf(values),
        minAmount: values.minAmount,
        maxAmount: values.maxAmount,
        windowMs: Number(values.windowMs),
        methods: [...values.methods],
        terms: values.terms,
        minReleased: Number(values.minReleased === '' ? '0' : values.minReleased),
      };
      if (offer !== null) {
        const { offerId, version } = offer;
        const amount = changedAmount(values.amount, left);
        const changed = { offerId, version, isPaused: values.isPaused, amount, ...body };
        return client.call('changeOtcOffer', { body: changed }, sending).catch((error: unknown) => {
          setLeft(leftAfter(error) ?? left);
          throw error;
        });
      }
      const { side, coin, currency, amount } = values;
      return client.call('publishOtcOffer', { body: { side, coin, currency, amount, ...body } }, sending);
    },
    beside: left,
    onDone: () => {
      toasts.success(text(offer === null ? 'otc.offer.published' : 'otc.offer.changed'));
      onClose();
    },
    onSettled,
  });
}

type OfferForm = ReturnType<typeof useOffer>;

/** The form of an offer: what is traded, at which price, how much, and how it is paid. */
export function OfferDialog(props: OfferDialogProps) {
  const { terms, offer, onClose } = props;
  const text = useText();
  const act = useOffer(props);
  return (
    <ActDialog
      act={act}
      width="wide"
      onOpenChange={(open) => !open && onClose()}
      title={
        offer === null
          ? text('otc.offer.new')
          : text('otc.offer.change.title', { number: String(offer.offerId) })
      }
      description={text('otc.offer.text')}
      submit={text(offer === null ? 'otc.offer.publish' : 'otc.offer.save')}
    >
      {offer === null && <Subject act={act} {...props} />}
      <Pricing act={act} {...props} />
      <Amounts act={act} {...props} />
      <Payment act={act} {...props} />
      <FormField act={act} name="terms" required={false}>
        {(field) => (
          <TextArea
            {...field}
            label={text('otc.words')}
            description={text('otc.words.text')}
            maxLength={OTC_WORDS_LENGTH}
            rows={3}
          />
        )}
      </FormField>
      {offer !== null && (
        <FormField act={act} name="isPaused" required={false}>
          {({ value, onValueChange }) => (
            <Checkbox checked={value} onCheckedChange={onValueChange}>
              {text('otc.offer.pause')}
            </Checkbox>
          )}
        </FormField>
      )}
      <Fee act={act} terms={terms} />
    </ActDialog>
  );
}

interface PartProps extends OfferDialogProps {
  readonly act: OfferForm;
}

function Subject({ act, board }: PartProps) {
  const text = useText();
  return (
    <div className="grid items-end gap-4 sm:grid-cols-3">
      <FormField act={act} name="side" required={false}>
        {({ value, onValueChange }) => <SideChoice side={value} onChange={onValueChange} />}
      </FormField>
      <FormField act={act} name="coin" required={false}>
        {(field) => (
          <Select
            {...field}
            label={text('otc.coin')}
            options={board.coins.map((each) => ({ value: each, label: each }))}
          />
        )}
      </FormField>
      <FormField act={act} name="currency" required={false}>
        {({ value, onValueChange }) => (
          <CurrencyChoice board={board} currency={value} onChange={onValueChange} />
        )}
      </FormField>
    </div>
  );
}

function Pricing({ act, board, terms }: PartProps) {
  const text = useText();
  const format = useFormatters();
  const [kind, currency, coin] = act.form.watch(['kind', 'currency', 'coin']);
  const rate = board.currencies.find((each) => each.currency === currency)?.rate ?? null;
  const check = (typed: string) => (isPositiveNumber(typed) ? null : text('error.AMOUNT_INVALID'));
  const names = kind === 'fixed' ? (['price'] as const) : (['rate', 'floor', 'cap'] as const);
  const unitOf = (name: 'price' | 'rate' | 'floor' | 'cap') => (name === 'rate' ? terms.coin : coin);
  return (
    <div className="flex flex-col gap-4">
      <FormField act={act} name="kind" required={false}>
        {({ value, onValueChange }) => (
          <SegmentedControl<OtcPricingRow['kind']>
            label={text('otc.pricing')}
            value={value}
            onValueChange={onValueChange}
            segments={(['fixed', 'floating'] as const).map((each) => ({
              value: each,
              label: text(`otc.pricing.${each}`),
            }))}
          />
        )}
      </FormField>
      <p className="text-13 text-ink-2">
        {text(`otc.pricing.${kind}.text`, {
          band: format.percent(terms.bandPercent, 0),
          rate: format.quantity(rate),
          currency,
          coin: terms.coin,
        })}
      </p>
      <div className="grid gap-4 sm:grid-cols-3">
        {names.map((name) => (
          <FormField key={name} act={act} name={name} prompt="ui.required.price" check={check}>
            {(field) => (
              <NumberField
                {...field}
                label={text(`otc.pricing.${name}`, { coin: unitOf(name) })}
                decimals={PRICE_DIGITS}
                unit={currency}
              />
            )}
          </FormField>
        ))}
      </div>
    </div>
  );
}

function Amounts({ act, balances }: PartProps) {
  const text = useText();
  const format = useFormatters();
  const [coin, side] = act.form.watch(['coin', 'side']);
  const free = balances.find((row) => row.coin === coin)?.available ?? '0';
  const check = (typed: string) => (isPositiveNumber(typed) ? null : text('error.AMOUNT_INVALID'));
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {(['amount', 'minAmount', 'maxAmount'] as const).map((name) => (
        <FormField key={name} act={act} name={name} prompt="ui.required.amount" check={check}>
          {(field) => (
            <AmountInput
              field={field}
              label={text(`otc.offer.${name}`)}
              coin={coin}
              {...(name === 'amount' && side === 'sell'
                ? { description: text('otc.own', { amount: format.quantity(free), coin }) }
                : {})}
            />
          )}
        </FormField>
      ))}
    </div>
  );
}

function Payment({ act, board, terms }: PartProps) {
  const text = useText();
  const words = useOtcWords();
  const { data: standing } = useOtcStanding();
  const [coin, side] = act.form.watch(['coin', 'side']);
  const most = coin === terms.coin ? terms.maxStableWindowMs : terms.maxWindowMs;
  const open = OTC_METHODS.filter((method) =>
    board.methods.some((each) => each.method === method && each.isOpen),
  );
  const isMissing = (method: OtcMethod) => side === 'sell' && standing?.methods.includes(method) === false;
  return (
    <>
      <FormField
        act={act}
        name="methods"
        required={false}
        check={(chosen) =>
          chosen.length === 0 || chosen.length > OTC_OFFER_METHODS
            ? text('otc.offer.methods.first', { count: OTC_OFFER_METHODS })
            : null
        }
      >
        {({ value, onValueChange, error }) => (
          <fieldset className="flex flex-col gap-2">
            <legend className="pb-1 text-13 font-medium text-ink-2">{text('otc.payBy')}</legend>
            <div className="grid gap-2 sm:grid-cols-3">
              {open.map((method) => (
                <Checkbox
                  key={method}
                  checked={value.includes(method)}
                  disabled={isMissing(method)}
                  onCheckedChange={(isOn) =>
                    onValueChange(isOn ? [...value, method] : value.filter((each) => each !== method))
                  }
                >
                  {words.method(method)}
                </Checkbox>
              ))}
            </div>
            {side === 'sell' && <p className="text-12 text-ink-3">{text('otc.offer.methods.text')}</p>}
            {error !== undefined && (
              <p role="alert" className="text-13 text-warn">
                {error}
              </p>
            )}
          </fieldset>
        )}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField act={act} name="windowMs" required={false}>
          {(field) => (
            <Select
              {...field}
              label={text('otc.window')}
              options={windowChoices(terms.minWindowMs, most).map((ms) => ({
                value: String(ms),
                label: words.span(ms),
              }))}
            />
          )}
        </FormField>
        <FormField act={act} name="minReleased" required={false}>
          {(field) => <NumberField {...field} label={text('otc.offer.minReleased')} decimals={0} />}
        </FormField>
      </div>
    </>
  );
}

/** The fee of one order at the offer's upper bound. */
function Fee({ act, terms }: { readonly act: OfferForm; readonly terms: OtcTermsRow }) {
  const text = useText();
  const format = useFormatters();
  const [amount, coin] = act.form.watch(['amount', 'coin']);
  const typed = typeof amount === 'string' ? amount : '';
  const ppm = Math.round(Number(terms.makerFeePercent) * PPM_PERCENT);
  return (
    <p className="border-t pt-4 text-13 text-ink-2">
      {text('otc.offer.fee', {
        fee: format.percent(terms.makerFeePercent, 1),
        amount: format.quantity(isPositiveNumber(typed) ? feeOf(typed, ppm, COIN_DIGITS) : '0'),
        coin,
      })}
    </p>
  );
}
