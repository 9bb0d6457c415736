import type { ReviewItemRow } from '@candor/api';
import { type ActForm, FormField, SegmentedControl, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import type { CheckAnswer, DecisionValues } from './decision-values.ts';

interface ChecklistProps {
  readonly item: ReviewItemRow;
  readonly act: ActForm<DecisionValues, never> | ActForm<DecisionValues>;
}

/** The published checklist: the reviewer answers each item, and nothing is chosen before. */
export function Checklist({ item, act }: ChecklistProps) {
  const intl = useIntl();
  const text = useText();
  if (item.checklist.length === 0) return null;
  const check = (answer: string, { choice }: DecisionValues) => {
    if (choice.startsWith('ask')) return null;
    if (answer === '') return text('console.queue.checkFirst');
    return choice.startsWith('approve') && answer === 'unmet' ? text('error.REVIEW_CHECKLIST') : null;
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-14 font-semibold">{text('console.queue.checklist')}</legend>
      <p className="text-13 text-ink-2">{text('console.queue.checklistHint')}</p>
      <ol className="flex flex-col divide-y border-y">
        {item.checklist.map((code) => {
          const label = intl.formatMessage({ id: `review.check.${item.kind}.${code}` });
          return (
            <li key={code} className="flex flex-col gap-2 py-3">
              <span className="text-13">{label}</span>
              <FormField act={act} name={`checks.${code}`} required={false} check={check}>
                {({ value, onValueChange, error }) => (
                  <div className="flex flex-col gap-1">
                    <SegmentedControl<CheckAnswer>
                      label={label}
                      className="max-w-64"
                      value={value}
                      onValueChange={onValueChange}
                      segments={[
                        { value: 'met', label: text('console.queue.check.met') },
                        { value: 'unmet', label: text('console.queue.check.unmet') },
                      ]}
                    />
                    {error !== undefined && (
                      <p role="alert" className="text-13 text-warn">
                        {error}
                      </p>
                    )}
                  </div>
                )}
              </FormField>
            </li>
          );
        })}
      </ol>
    </fieldset>
  );
}
