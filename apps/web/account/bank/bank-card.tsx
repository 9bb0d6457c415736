import { type BankCard, isCardNumber, isPersonName, isSwiftCode, MAX_RAW_LENGTH } from '@candor/api';
import {
  ActMessage,
  Button,
  Detail,
  DetailList,
  FormField,
  Loaded,
  Skeleton,
  TextField,
  toasts,
  useActForm,
  useText,
} from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryKeys, useClient } from '../../data/index.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { FormFrame } from '../form-frame.tsx';

interface Values {
  readonly name: string;
  readonly cardNumber: string;
  readonly bankName: string;
  readonly swiftCode: string;
  readonly branch: string;
  readonly bankAddress: string;
  readonly homeAddress: string;
}

const EMPTY: Values = {
  name: '',
  cardNumber: '',
  bankName: '',
  swiftCode: '',
  branch: '',
  bankAddress: '',
  homeAddress: '',
};
const optional = ['branch', 'bankAddress', 'homeAddress'] as const;
const lines = ['name', 'cardNumber', 'bankName', 'swiftCode', ...optional] as const;

/** A card number as it is compared: without separators, in groups of four. */
const grouped = (number: string): string =>
  number
    .replace(/[ -]/g, '')
    .toUpperCase()
    .replace(/.{4}(?=.)/g, '$& ');

interface LastLookProps {
  readonly values: Values;
  readonly isPending: boolean;
  readonly onBack: () => void;
  readonly onBind: () => void;
  /** Message of the act. */
  readonly children: ReactNode;
}

/** All that is about to be bound for ever, before it is sent. */
function LastLook({ values, isPending, onBack, onBind, children }: LastLookProps) {
  const text = useText();
  return (
    <FormFrame about={<p className="text-warn">{text('bank.look')}</p>}>
      <div className="flex max-w-120 flex-col gap-4">
        <DetailList ruled className="border-y">
          {lines
            .filter((line) => values[line].trim() !== '')
            .map((line) => (
              <Detail key={line} label={text(`bank.${line}`)} wraps>
                {line === 'cardNumber' ? grouped(values.cardNumber) : values[line]}
              </Detail>
            ))}
        </DetailList>
        <div className="flex flex-wrap gap-3">
          <Button loading={isPending} onClick={onBind}>
            {text('bank.bind')}
          </Button>
          <Button variant="quiet" disabled={isPending} onClick={onBack}>
            {text('bank.back')}
          </Button>
        </div>
        {children}
      </div>
    </FormFrame>
  );
}

function CardForm() {
  const client = useClient();
  const queries = useQueryClient();
  const text = useText();
  const [isLooking, setLooking] = useState(false);
  const act = useActForm<Values>({
    defaultValues: EMPTY,
    send: (body, sending) => client.call('saveBankCard', { body }, sending),
    onDone: () => toasts.success(text('bank.bound')),
    onFailed: () => setLooking(false),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.bankCard }),
  });
  useDraft(act, 'bank card', lines);
  if (isLooking)
    return (
      <LastLook
        values={act.form.getValues()}
        isPending={act.isPending}
        onBack={() => setLooking(false)}
        onBind={() => act.submit()}
      >
        <ActMessage phase={act.phase} error={act.error} />
      </LastLook>
    );
  return (
    <form
      aria-label={text('bank.bind')}
      noValidate
      onSubmit={act.form.handleSubmit(() => setLooking(true))}
      className="grid items-start gap-x-6 gap-y-4 border-t pt-6 sm:grid-cols-2"
    >
      <p className="text-14 text-warn sm:col-span-2">{text('bank.forever')}</p>
      <FormField
        act={act}
        name="name"
        prompt="ui.required.name"
        check={(name) => (isPersonName(name) ? null : text('bank.nameWrong'))}
      >
        {(field) => (
          <TextField {...field} label={text('bank.name')} autoComplete="cc-name" maxLength={MAX_RAW_LENGTH} />
        )}
      </FormField>
      <FormField
        act={act}
        name="cardNumber"
        prompt="ui.required.cardNumber"
        check={(number) => (isCardNumber(number) ? null : text('bank.cardNumberWrong'))}
      >
        {(field) => (
          <TextField {...field} label={text('bank.cardNumber')} autoComplete="off" maxLength={50} />
        )}
      </FormField>
      <FormField act={act} name="bankName" prompt="ui.required.bankName">
        {(field) => <TextField {...field} label={text('bank.bankName')} maxLength={100} />}
      </FormField>
      <FormField
        act={act}
        name="swiftCode"
        required={false}
        check={(code) => (code.trim() === '' || isSwiftCode(code) ? null : text('bank.swiftCodeWrong'))}
      >
        {(field) => (
          <TextField
            {...field}
            label={text('bank.swiftCode')}
            description={text('bank.optional')}
            maxLength={11}
          />
        )}
      </FormField>
      {optional.map((name) => (
        <FormField key={name} act={act} name={name} required={false}>
          {(field) => (
            <TextField
              {...field}
              label={text(`bank.${name}`)}
              description={text('bank.optional')}
              maxLength={name === 'branch' ? 100 : 200}
            />
          )}
        </FormField>
      ))}
      <Button type="submit" className="justify-self-start sm:col-span-2">
        {text('bank.next')}
      </Button>
      <div className="sm:col-span-2">
        <ActMessage phase={act.phase} error={act.error} />
      </div>
    </form>
  );
}

function BoundCard({ card }: { readonly card: BankCard }) {
  const text = useText();
  return (
    <FormFrame about={<p>{text('bank.unchangeable')}</p>}>
      <DetailList ruled className="border-y">
        {lines
          .filter((line) => card[line] !== '')
          .map((line) => (
            <Detail key={line} label={text(`bank.${line}`)} wraps>
              {card[line]}
            </Detail>
          ))}
      </DetailList>
    </FormFrame>
  );
}

/** The user's bank card: bound once, and then shown. */
export function BankCardPanel() {
  const client = useClient();
  const query = useQuery({ queryKey: queryKeys.bankCard, queryFn: () => client.call('getBankCard') });
  return (
    <Loaded query={query} data={query.data} skeleton={<Skeleton className="h-80" />}>
      {(card) => (card === null ? <CardForm /> : <BoundCard card={card} />)}
    </Loaded>
  );
}
