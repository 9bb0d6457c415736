import type { LoanDetail, LoanEntryRow } from '@candor/api';
import type { Check } from '@candor/proofs';
import { useFormatters, useText } from '@candor/ui';
import { useLoanWords } from '../common/loan-words.tsx';
import { CheckedReceipt, comparedStep, limitedFigures, ReceiptDetails } from '../common/receipt-details.tsx';

interface LoanReceiptProps {
  readonly detail: LoanDetail;
  readonly entry: LoanEntryRow;
  readonly check: Check;
  /** Place of the entry among those of its loan, from 1 on. */
  readonly number: number;
}

/** The stub of an entry: this browser recomputes it from the terms and all entries before. */
export function LoanReceipt(props: LoanReceiptProps) {
  const text = useText();
  const { detail, check, number } = props;
  return (
    <CheckedReceipt
      title={text('loan.receipt.title', { number: String(number), loan: String(detail.id) })}
      check={check}
      details={<Lines {...props} />}
    />
  );
}

/** Lines of a receipt in words; a figure that was recomputed stands beside its own. */
function useLines({ detail, entry, check }: LoanReceiptProps) {
  const text = useText();
  const format = useFormatters();
  const { coins, rate, method, term } = useLoanWords();
  const { coin, amount } = detail;
  const compared = (name: string, stated: string) =>
    `${comparedStep(check, name, stated, format.quantity)} ${coin}`;
  const line = (label: string, value: string) => ({ label, value });
  const begin = [
    line(text('loan.time'), format.dateTime(entry.time)),
    line(text('loan.method'), `${method(detail)} · ${term(detail)}`),
    line(text('loan.principal'), coins(amount, coin)),
  ];
  if (entry.kind === 'paidOut')
    return [
      ...begin,
      line(text('loan.daily'), rate(detail.dailyPpm)),
      line(text('loan.entry.paidOut.own'), compared('amount', entry.amount)),
      ...(detail.repayType === 'equal'
        ? [line(text('loan.payment'), compared('payment', entry.payment))]
        : []),
      line(text('loan.receipt.accepted'), compared('accepted', entry.totalAtMost)),
      ...check.steps
        .filter(({ name }) => name === 'total')
        .map(({ ok, stated, recomputed }) =>
          line(
            text('loan.receipt.total'),
            `${limitedFigures(ok, format.quantity(recomputed), format.quantity(stated))} ${coin}`,
          ),
        ),
    ];
  if (entry.kind === 'due')
    return [
      ...begin,
      line(text('loan.daily'), rate(detail.dailyPpm)),
      line(text('loan.interest'), compared('interest', entry.interest)),
      line(text('loan.principal.part'), compared('principal', entry.principal)),
    ];
  if (entry.kind === 'overdueCharged')
    return [
      ...begin,
      line(text('loan.overdueRate'), rate(detail.overduePpm)),
      line(text('loan.receipt.seconds'), format.count(entry.seconds)),
      line(text('loan.receipt.unpaid'), compared('unpaid', entry.unpaid)),
      line(text('loan.overdueInterest'), compared('amount', entry.amount)),
    ];
  return [
    ...begin,
    line(text('loan.receipt.paid'), coins(entry.amount, coin)),
    ...entry.parts.flatMap(({ number, interest, principal, overdueInterest }) =>
      (
        [
          ['loan.receipt.interest', `interest ${number}`, interest],
          ['loan.receipt.principal', `principal ${number}`, principal],
          ['loan.receipt.overdue', `overdue ${number}`, overdueInterest],
        ] as const
      )
        .filter(([, , stated]) => /[1-9]/.test(stated))
        .map(([label, name, stated]) =>
          line(text(label, { number: String(number) }), compared(name, stated)),
        ),
    ),
    line(text('loan.repay.running'), compared('earlyInterest', entry.earlyInterest)),
    line(text('loan.repay.principal'), compared('earlyPrincipal', entry.earlyPrincipal)),
    line(text('loan.receipt.owedDue'), compared('owedDue', entry.owedDue)),
    line(text('loan.owed.notDue'), compared('principalLeft', entry.principalLeft)),
  ];
}

function Lines(props: LoanReceiptProps) {
  const text = useText();
  const { detail, entry, check, number } = props;
  const lines = useLines(props);
  return (
    <ReceiptDetails
      title={text('loan.receipt.title', { number: String(number), loan: String(detail.id) })}
      lines={[...lines, { label: text('loan.receipt.seq'), value: String(entry.seq) }]}
      sentences={[text(`loan.receipt.formula.${entry.kind}`)]}
      journal={entry.journal}
      json={{ loan: detail, entry, check }}
    />
  );
}
