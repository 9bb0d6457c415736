import type { MarketTerms, NamedTerms } from '@candor/api';
import type { PlainValues, TypedNumber } from '@candor/i18n';
import { FormField, NumberField, Select, useFormatters, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { TierFields, TierRows } from '../shell/tier-rows.tsx';
import { effectiveAfter, type NoticeField, noticeFields, noticeHours } from './fields.ts';
import { useTermsName } from './words.ts';

export const NOTICE_KEY = ['notice'];
/** Time for the second operator, beyond the least notice, that the form suggests. */
const SPARE_HOURS = 2;

type Texts = Partial<Record<NoticeField['name'], string>>;
type TypedTexts = Partial<Record<NoticeField['name'], TypedNumber>>;

interface Values extends WithReason {
  /** The tiers of a table; one row of single values. */
  readonly rows: readonly TypedTexts[];
  readonly borrowable: 'yes' | 'no';
  readonly hours: TypedNumber;
}

/** The values of terms as the form holds them. */
function rowsOf(terms: MarketTerms): Texts[] {
  const of = (record: object): Texts =>
    Object.fromEntries(
      noticeFields[terms.kind].map(({ name }) => [
        name,
        String((record as Record<string, unknown>)[name] ?? ''),
      ]),
    );
  if (terms.kind === 'fees') return terms.tiers.map(of);
  if (terms.kind === 'brackets') return terms.brackets.map(of);
  if (terms.kind === 'gears') return terms.gears.map(of);
  return [of(terms)];
}

/** The terms that the form's values make. */
function termsOf(terms: MarketTerms, { rows, borrowable }: PlainValues<Values>): MarketTerms {
  const read = (texts: Texts) =>
    Object.fromEntries(
      noticeFields[terms.kind].map(({ name, isNumber }) => [
        name,
        isNumber === true ? Number(texts[name]) : (texts[name] ?? ''),
      ]),
    );
  if (terms.kind === 'fees') return { ...terms, tiers: rows.map(read) } as MarketTerms;
  if (terms.kind === 'brackets') return { ...terms, brackets: rows.map(read) } as MarketTerms;
  if (terms.kind === 'gears') return { ...terms, gears: rows.map(read) } as MarketTerms;
  const more = terms.kind === 'marginCoin' ? { borrowable: borrowable === 'yes' } : {};
  return { ...terms, ...read(rows[0] ?? {}), ...more } as MarketTerms;
}

export interface TermsDialogProps {
  readonly named: NamedTerms;
  /** The server's time. */
  readonly nowMs: number;
  readonly onClose: () => void;
}

/** Proposes other terms, which are announced once a second operator approves them. */
export function TermsDialog({ named, nowMs, onClose }: TermsDialogProps) {
  const { client } = useConsole();
  const text = useText();
  const format = useFormatters();
  const nameOf = useTermsName();
  const { terms, coin } = named;
  const notice = noticeHours(terms.kind);
  const isTable = terms.kind === 'fees' || terms.kind === 'brackets' || terms.kind === 'gears';
  const act = useOperatorForm<Values>({
    queryKey: NOTICE_KEY,
    onClose,
    done: text('console.shell.proposed'),
    defaultValues: {
      rows: rowsOf(terms),
      borrowable: terms.kind === 'marginCoin' && terms.borrowable ? 'yes' : 'no',
      hours: String(notice + SPARE_HOURS),
    },
    send: (values, sending) => {
      const effectiveTime = effectiveAfter(nowMs, Number(values.hours));
      const body = { terms: termsOf(terms, values), effectiveTime, reason: values.reason };
      return client.call('announceMarketTerms', { body }, sending);
    },
  });
  const hours = Number(act.form.watch('hours'));
  const isEnough = (value: unknown) => Number(value) >= notice && Number(value) <= 90 * 24;
  return (
    <OperatorDialog
      act={act}
      title={`${text(`notice.kind.${terms.kind}`)} · ${nameOf(named)}`}
      explain={text('console.marketterms.explain', { hours: notice })}
      submit={text('console.shell.propose')}
      readers="users"
      onClose={onClose}
    >
      {terms.kind === 'marginCoin' && (
        <FormField act={act} name="borrowable">
          {(field) => (
            <Select
              {...field}
              label={text('notice.field.borrowable')}
              options={(['yes', 'no'] as const).map((value) => ({ value, label: text(`notice.${value}`) }))}
            />
          )}
        </FormField>
      )}
      {isTable ? (
        <TierRows
          act={act}
          fields={noticeFields[terms.kind]}
          coin={coin}
          mayBeEmpty={terms.kind === 'gears'}
        />
      ) : (
        <TierFields act={act} index={0} fields={noticeFields[terms.kind]} coin={coin} />
      )}
      <FormField
        act={act}
        name="hours"
        check={(value) =>
          isEnough(value) ? null : text('console.marketterms.hoursShort', { hours: notice })
        }
      >
        {(field) => (
          <NumberField
            {...field}
            label={text('console.marketterms.hours')}
            decimals={0}
            description={
              isEnough(hours)
                ? text('console.marketterms.from', { time: format.dateTime(effectiveAfter(nowMs, hours)) })
                : text('console.marketterms.hoursShort', { hours: notice })
            }
          />
        )}
      </FormField>
    </OperatorDialog>
  );
}
