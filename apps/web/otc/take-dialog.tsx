import type { OtcBoard, OtcOfferRow } from '@candor/api';
import { decimalOf } from '@candor/i18n';
import {
  ActMessage,
  Button,
  buttonClass,
  Detail,
  DetailList,
  Dialog,
  useFormatters,
  useText,
} from '@candor/ui';
import { useEffect, useRef } from 'react';
import { useSignedIn } from '../data/index.ts';
import { LoginLink } from '../shell/login-link.tsx';
import { amountOf, totalOf } from './figures.ts';
import { Methods, Who } from './reputation.tsx';
import type { OtcTakerSide } from './search.ts';
import { digitsOf, MethodField, SumFields, useTake } from './take-form.tsx';
import { useOtcWords } from './use-words.ts';

interface TakeDialogProps {
  /** The offer as it stands now, or as it last stood. */
  readonly offer: OtcOfferRow;
  /** True where the list of now lacks it, for whatever reason: the server knows if it can still be taken. */
  readonly isUnlisted: boolean;
  /** The offer as it stood when the dialog was opened. */
  readonly read: OtcOfferRow;
  readonly side: OtcTakerSide;
  readonly board: OtcBoard;
  /** The sum of the search; '' for none. */
  readonly total: string;
  readonly onClose: () => void;
}

/** An offer with its merchant's words beside the form that takes it. */
export function TakeDialog({ offer, isUnlisted, read, side, board, total, onClose }: TakeDialogProps) {
  const text = useText();
  const format = useFormatters();
  const words = useOtcWords();
  const signedIn = useSignedIn();
  const { coin, currency, price, merchant } = offer;
  const digits = digitsOf(board, currency);
  const [only] = offer.methods;
  const act = useTake(offer, {
    total,
    amount: amountOf(total, price ?? '0', digits),
    method: offer.methods.length === 1 && only !== undefined ? only.method : '',
  });
  const isMoved = read.price !== price || read.version !== offer.version;
  // the coins stay, the sum follows the price that is shown now
  const { setValue, getValues } = act.form;
  const coinDigits = digits.coin;
  const currencyDigits = digits.currency;
  const shownPrice = useRef(price);
  useEffect(() => {
    if (shownPrice.current === price) return;
    shownPrice.current = price;
    const amount = decimalOf(getValues('amount'));
    setValue('total', totalOf(amount, price ?? '0', { coin: coinDigits, currency: currencyDigits }));
  }, [price, setValue, getValues, coinDigits, currencyDigits]);
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => !open && onClose()}
      title={text(`otc.take.${side}`, { coin })}
    >
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Who nickname={merchant.nickname} reputation={merchant.reputation} />
          <DetailList ruled className="border-y">
            <Detail label={text('otc.price')} strong>
              {words.money(price, currency)}
            </Detail>
            <Detail label={text('otc.available')}>{words.coins(offer.available, coin)}</Detail>
            <Detail label={text('otc.window')}>{words.span(offer.windowMs)}</Detail>
            <Detail label={text('otc.payBy')} wraps>
              <Methods methods={offer.methods} />
            </Detail>
            <Detail label={text('otc.feeOfYou')} wraps>
              {text('otc.feeOfYou.none')}
            </Detail>
          </DetailList>
          <section className="flex flex-col gap-1">
            <h3 className="text-13 font-medium text-ink-2">{text('otc.words')}</h3>
            <p dir="auto" className="max-h-48 overflow-y-auto text-14 wrap-anywhere whitespace-pre-wrap">
              {offer.terms === '' ? text('otc.words.none') : offer.terms}
            </p>
          </section>
        </div>
        <form noValidate onSubmit={act.submit} className="flex min-w-0 flex-col gap-4">
          <SumFields act={act} offer={offer} side={side} digits={digits} />
          <MethodField act={act} offer={offer} side={side} />
          <p className="text-13 text-ink-2">{text(`otc.take.${side}.text`)}</p>
          {signedIn ? (
            <Button
              type="submit"
              size="large"
              wide
              variant={side === 'buy' ? 'buy' : 'sell'}
              loading={act.isPending}
              disabled={price === null}
            >
              {text(`otc.take.${side}`, { coin })}
            </Button>
          ) : (
            <LoginLink className={`${buttonClass('primary', 'large')} w-full`}>{text('otc.login')}</LoginLink>
          )}
          <ActMessage
            phase={act.phase}
            error={act.error}
            obstacle={
              isUnlisted
                ? text('otc.unlisted')
                : isMoved
                  ? text('otc.moved', { price: format.quantity(price), currency })
                  : null
            }
          />
        </form>
      </div>
    </Dialog>
  );
}
