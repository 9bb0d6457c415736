import type { SecondRow } from '@candor/contract';
import { checkSecondContract, firstWrongStep, readSignedTicket, sameTicket } from '@candor/proofs';
import { Button, Detail, DetailList, ReceiptStub, toasts, useFormatters } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { receiptFigure } from './receipt-figure.ts';
import { periodText, resultText } from './second-words.ts';
import { useSecondReceipt, useTicketKey } from './use-seconds.ts';

const NUMBERED = /^closeIndex(\d)$/;
/** The results that a step may state, which have words of their own. */
const RESULTS = new Set(['won', 'lost', 'even', 'void', 'unknown']);

/** The stub of a contract that is over: this browser recomputes it from the ticks' raw quotes and checks the signature. */
export function SecondReceiptStub({ contract }: { readonly contract: SecondRow }) {
  const intl = useIntl();
  const format = useFormatters();
  const { data: told, isError } = useSecondReceipt(contract.id);
  const key = useTicketKey().data;
  const receipt = told?.receipt ?? null;
  const check = useMemo(() => (receipt === null ? null : checkSecondContract(receipt)), [receipt]);
  const signature = useQuery({
    queryKey: ['seconds', 'signature', contract.id, told?.ticket, key?.kid],
    queryFn: async () => {
      const ticket = await readSignedTicket(told!.ticket, key!);
      return ticket !== null && sameTicket(ticket, receipt!.ticket);
    },
    enabled: receipt !== null && key !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;

  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const stepName = (name: string) => {
    if (name === 'breakEven') return text('trade.sec.breakEven');
    const number = NUMBERED.exec(name)?.[1];
    return number === undefined
      ? text(`trade.sec.receipt.step.${name}`)
      : text('trade.sec.receipt.step.closeIndex', { number });
  };
  const figure = (name: string, value: string) =>
    RESULTS.has(value)
      ? text(`trade.sec.result.${value}`)
      : receiptFigure(format, name, value, contract.coin);
  const copy = () => {
    void navigator.clipboard
      .writeText(JSON.stringify(told, null, 2))
      .then(() => toasts.success(text('trade.sec.receipt.copied')));
  };
  const wrong = check === null ? null : firstWrongStep(check);
  const failed = isError || (check !== null && !check.ok) || signature === false;
  const state = failed ? 'failed' : check === null || signature === undefined ? 'verifying' : 'verified';
  return (
    <ReceiptStub
      state={state}
      practice={contract.simulated}
      detailsTitle={text('trade.sec.receipt.title', { number: String(contract.id) })}
      details={
        <div className="flex flex-col gap-4">
          {wrong !== null && (
            <p role="alert" className="text-13 text-warn">
              {text('trade.sec.receipt.wrong', { step: stepName(wrong.name) })}
            </p>
          )}
          <DetailList ruled>
            <Detail label={text('trade.orders.market')}>{contract.symbol_name}</Detail>
            <Detail label={text('trade.sec.direction')}>
              {`${text(`trade.sec.${contract.side}`)} · ${periodText(intl, contract.periodSeconds)}`}
            </Detail>
            <Detail label={text('trade.sec.result')} strong>
              {resultText(intl, contract)}
            </Detail>
            {check?.steps.map((step) => (
              <Detail key={step.name} label={stepName(step.name)} wraps>
                {step.ok
                  ? figure(step.name, step.stated)
                  : `${figure(step.name, step.stated)} ≠ ${figure(step.name, step.recomputed)}`}
              </Detail>
            ))}
            {told?.judgement != null && (
              <Detail label={text('trade.sec.receipt.judged')}>
                {figure('wouldHave', told.judgement.wouldHave)}
              </Detail>
            )}
            <Detail label={text('trade.sec.receipt.ticket')}>
              {text(
                signature === undefined
                  ? 'ui.receipt.verifying'
                  : `trade.sec.receipt.${signature ? 'ticketOk' : 'ticketBad'}`,
              )}
            </Detail>
            <Detail label={text('trade.receipt.counterparty')}>{text('trade.sec.receipt.pool')}</Detail>
            <Detail label={text('trade.receipt.seq')}>{format.count(contract.seq)}</Detail>
          </DetailList>
          <p className="text-13 text-ink-2">{text('trade.sec.receipt.formula')}</p>
          <Button variant="quiet" size="small" className="self-start" onClick={copy}>
            {text('trade.sec.receipt.copy')}
          </Button>
          {contract.simulated && <p className="text-13 text-ink-3">{text('trade.sec.simulated')}</p>}
        </div>
      }
    />
  );
}
