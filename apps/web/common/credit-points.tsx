import type { CreditScoreRow } from '@candor/api';
import { CREDIT_POINTS, MAX_CREDIT_SCORE } from '@candor/rules';
import { Detail, DetailList, useFormatters, useText } from '@candor/ui';

/** Points of a credit score by their source, with the limit that it gives. */
export function CreditPoints({ credit }: { readonly credit: CreditScoreRow }) {
  const format = useFormatters();
  const text = useText();
  const { score, points, inputs, coin } = credit;
  const of = (own: number, most: number) =>
    text('account.credit.of', { points: format.count(own), most: format.count(most) });
  const counts = text('account.credit.counts', {
    onTime: format.count(inputs.onTime),
    late: format.count(inputs.late),
    later: format.count(inputs.later),
  });
  return (
    <>
      <DetailList ruled className="border-y">
        <Detail label={text('account.credit.score')}>{of(score, MAX_CREDIT_SCORE)}</Detail>
        <Detail label={text('account.credit.kyc')}>{of(points.kyc, CREDIT_POINTS.advanced)}</Detail>
        <Detail label={text('account.credit.membership')}>
          {of(points.membership, CREDIT_POINTS.membership)}
        </Detail>
        <Detail label={text('account.credit.record')}>{of(points.record, CREDIT_POINTS.record)}</Detail>
        {inputs.isOverdue && (
          <Detail label={text('account.credit.overdue')}>
            {format.difference(String(points.overdue), 0)}
          </Detail>
        )}
        {coin !== null && (
          <>
            <Detail label={text('account.credit.limit')}>{`${format.quantity(credit.limit)} ${coin}`}</Detail>
            <Detail label={text('account.credit.owed')}>{`${format.quantity(credit.owed)} ${coin}`}</Detail>
          </>
        )}
      </DetailList>
      <p className="text-13 text-ink-3">{counts}</p>
    </>
  );
}
