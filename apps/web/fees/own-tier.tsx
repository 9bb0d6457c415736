import type { FeeTiers } from '@candor/api';
import { Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { partOfWay } from './part-of-way.ts';

/** Tier of the signed-in user, and what is missing to the next one. */
export function OwnTier({ data }: { readonly data: FeeTiers }) {
  const format = useFormatters();
  const { own, volumeCoin, tiers, nextTurnTime } = data;
  const text = useText();
  if (own === null || volumeCoin === null)
    return <p className="text-14 text-ink-2">{text('fees.sameForAll')}</p>;
  const coins = (amount: string) => `${format.quantity(amount, 2)} ${volumeCoin}`;
  const next = own.nextTier === null ? undefined : tiers[own.nextTier];
  const floor = tiers[own.tier]?.minVolume ?? '0';
  const way = next === undefined ? 100 : partOfWay(own.volume30d, floor, next.minVolume);
  const wayText = text('fees.wayTo', { number: own.nextTier ?? own.tier });
  return (
    <section
      aria-label={text('fees.standing')}
      className="grid gap-x-16 gap-y-6 border-y py-6 lg:grid-cols-2"
    >
      <div>
        <h2 className="text-13 text-ink-2">{text('fees.standing')}</h2>
        <p className="pt-1 text-28 font-semibold">{text('fees.tierName', { number: own.tier })}</p>
        {next === undefined ? (
          <p className="pt-2 text-14 text-ink-2">{text('fees.highest')}</p>
        ) : (
          <>
            <div
              role="progressbar"
              aria-label={wayText}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={way}
              className="mt-3 h-1.5 overflow-hidden rounded-small bg-wash"
            >
              <div className="h-full bg-accent" style={{ width: `${way}%` }} />
            </div>
            <p className="pt-2 text-14 text-ink-2">
              {text('fees.missing', {
                amount: coins(own.volumeToNextTier ?? '0'),
                number: own.nextTier ?? own.tier,
              })}
            </p>
          </>
        )}
      </div>
      <DetailList ruled className="text-14!">
        <Detail label={text('fees.volume30d')} strong>
          {coins(own.volume30d)}
        </Detail>
        <Detail label={text('fees.volumeToday')}>{coins(own.volumeToday)}</Detail>
        <Detail label={text('fees.nextTurn')}>
          {nextTurnTime === null ? '–' : format.dateTime(nextTurnTime)}
        </Detail>
      </DetailList>
    </section>
  );
}
