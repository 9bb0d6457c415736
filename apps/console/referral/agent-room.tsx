import type { OperatorReferral } from '@candor/api';
import { decimalOf, type TypedNumber } from '@candor/i18n';
import { parseDecimal } from '@candor/money';
import { agentShare, type ReferralTerms } from '@candor/rules';
import { Detail, DetailList, useText } from '@candor/ui';
import { usePercent } from '../earn/percent.ts';

/** Percent with four decimals are parts per million. */
const PPM_SCALE = 4;
const PPM_PERCENT = 10_000;

const ppmOf = (percent: string) => Number(parseDecimal(percent, PPM_SCALE) ?? 0n);

/**
 * Returns an agent's share of a fee in parts per million, by the number of inviters above the payer: one, two, and so on up
 * to all generations. It is what the ledger pays.
 */
export function agentRoom(
  { sharesPercent, capPercent }: Pick<OperatorReferral, 'sharesPercent' | 'capPercent'>,
  sharePpm: number,
): readonly { readonly above: number; readonly ppm: number }[] {
  const sharesPpm = sharesPercent.map(ppmOf) as unknown as ReferralTerms['sharesPpm'];
  const terms = { sharesPpm, capPpm: ppmOf(capPercent) };
  return sharesPpm.map((_, at) => ({ above: at + 1, ppm: agentShare(sharePpm, terms, at + 1) }));
}

/** Shows what an agent of a typed share would really get within the cap; nothing before a share is typed. */
export function AgentRoom({
  data,
  sharePercent,
}: {
  readonly data: OperatorReferral;
  readonly sharePercent: TypedNumber;
}) {
  const text = useText();
  const percent = usePercent();
  const sharePpm = ppmOf(decimalOf(sharePercent));
  if (sharePpm === 0) return null;
  const rooms = agentRoom(data, sharePpm);
  const last = rooms.length;
  const isNothing = rooms.at(-1)?.ppm === 0;
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="text-13 font-semibold">{text('console.referral.room')}</p>
      <DetailList ruled>
        {rooms.map(({ above, ppm }) => (
          <Detail
            key={above}
            label={text(above === last ? 'console.referral.room.more' : 'console.referral.room.one', {
              count: above,
            })}
          >
            {percent(String(ppm / PPM_PERCENT))}
          </Detail>
        ))}
      </DetailList>
      {isNothing && (
        <p className="text-13 text-warn">
          {rooms[0]?.ppm === 0
            ? text('console.referral.room.never')
            : text('console.referral.room.nothing', { count: last })}
        </p>
      )}
    </div>
  );
}
