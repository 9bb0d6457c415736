import { decimalOf, type TypedNumber } from '@candor/i18n';
import { maturesAt } from '@candor/rules';
import { buttonClass, Detail, DetailList, NumberField, Select, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useKnownNow } from '../common/use-now.ts';
import { ExitTable } from './exit-table.tsx';
import { useOfferObstacle, useOfferWords } from './offer-words.tsx';
import { firstAmount, orderOutcome } from './order-figures.ts';
import type { EarnOffer, EarnProduct } from './product.ts';
import { Timeline } from './timeline.tsx';

interface CalculatorProps {
  readonly product: EarnProduct;
  readonly offers: readonly EarnOffer[];
}

/** Interest of an amount by an offer, and the cost of leaving early: the ledger's own formula, in the browser. */
export function Calculator({ product, offers }: CalculatorProps) {
  const text = useText();
  const { name, rate, coins } = useOfferWords();
  const obstacleOf = useOfferObstacle();
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState<TypedNumber | null>(null);
  const now = useKnownNow();
  const offer = offers.find(({ offerId }) => String(offerId) === chosen) ?? offers[0];
  if (offer === undefined) return null;
  const value = typed ?? firstAmount(offer);
  const amount = decimalOf(value);
  const outcome = orderOutcome(amount, offer);
  const { coin, dailyPpm, cycleDays, lockDays = 0, offerId } = offer;
  const obstacle = obstacleOf(offer);
  const shown = (figure: string | undefined) => (figure === undefined ? '–' : coins(figure, coin));
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
      <section className="flex min-w-0 flex-col gap-5">
        <header>
          <h2 className="text-20 font-semibold">{text('earn.calc')}</h2>
          <p className="pt-1 text-14 text-ink-2">{text('earn.calc.text')}</p>
        </header>
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={text(product.offerHead)}
            value={String(offerId)}
            onValueChange={(next) => {
              setChosen(next);
              setTyped(null);
            }}
            options={offers.map((each) => ({
              value: String(each.offerId),
              label: name(each),
              detail: rate(each.dailyPpm),
            }))}
          />
          <NumberField
            label={text('earn.amount')}
            value={value}
            onValueChange={setTyped}
            decimals={offer.scale}
            unit={coin}
          />
        </div>
        <DetailList ruled className="border-y text-14!">
          <Detail label={text('earn.interest')} strong>
            {shown(outcome?.interest)}
          </Detail>
          <Detail label={text('earn.onceADay')}>{`${rate(dailyPpm)} · ${shown(outcome?.perDay)}`}</Detail>
          <Detail label={text('earn.back')} strong>
            {shown(outcome?.back)}
          </Detail>
        </DetailList>
        <Timeline
          beganMs={now}
          endMs={now === null ? null : maturesAt(now, cycleDays)}
          nowMs={null}
          lockedUntilMs={now === null || lockDays === 0 ? null : maturesAt(now, lockDays)}
        />
        {obstacle === null ? (
          <Link {...product.ticketAt} search={{ offer: offerId }} className={`${buttonClass()} self-start`}>
            {text('earn.subscribeTo', { offer: name(offer) })}
          </Link>
        ) : (
          <p className="text-14 text-ink-2">{obstacle}</p>
        )}
      </section>
      <ExitTable terms={offer} amount={amount} example={firstAmount(offer)} />
    </div>
  );
}
