import { isRefusedNumber, type MessageId, type PlainValues } from '@candor/i18n';
import { type ReactElement, useCallback, useEffect, useRef } from 'react';
import {
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type RefCallBack,
  useController,
} from 'react-hook-form';
import { useIntl } from 'react-intl';
import { useRefusalText } from '../fields/use-refusal-text.ts';
import { blankOrRefused } from './blank-or-refused.ts';
import type { ActForm } from './use-act-form.ts';

/** Properties for `TextField`, `PasswordField`, `NumberField` and `Select`; a `Checkbox` takes them one by one. */
export interface FormFieldProps<Value> {
  readonly name: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly onBlur: () => void;
  readonly ref: RefCallBack;
  readonly error: string | undefined;
}

export interface FormFieldOptions<Values extends FieldValues, Name extends FieldPath<Values>> {
  readonly act: ActForm<Values, never> | ActForm<Values>;
  readonly name: Name;
  /** An empty field is refused; true by default. */
  readonly required?: boolean;
  /** Text under an empty field that must be filled: a message of the form's own field. */
  readonly prompt?: MessageId;
  /** Returns why the value cannot be sent, in words; null where it can. */
  readonly check?: (value: PlainValues<FieldPathValue<Values, Name>>, values: Values) => string | null;
  /** `onBusy` says when a file of the field begins and ends to load: nothing is sent between. Its identity stays. */
  readonly children: (
    field: FormFieldProps<FieldPathValue<Values, Name>>,
    onBusy: (isBusy: boolean) => void,
  ) => ReactElement;
}

/** One field of a form: its value, its own check and what the server says of it, at one place. */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>>({
  act,
  name,
  required = true,
  prompt = 'ui.form.required',
  check,
  children,
}: FormFieldOptions<Values, Name>) {
  const intl = useIntl();
  const refusalText = useRefusalText();
  const { show } = act;
  useEffect(() => show(name), [show, name]);
  const isBusy = useRef(false);
  const { getFieldState, trigger } = act.form;
  const onBusy = useCallback(
    (next: boolean) => {
      isBusy.current = next;
      // the complaint was that it loads, or that the value is missing which is here now
      if (!next && getFieldState(name).error?.type === 'validate') void trigger(name);
    },
    [getFieldState, trigger, name],
  );
  const validate = (value: unknown, values: Values): true | string => {
    if (isBusy.current) return intl.formatMessage({ id: 'ui.file.loading' });
    const problem = blankOrRefused(value, required);
    if (isRefusedNumber(value)) return refusalText(value);
    if (problem !== null) return intl.formatMessage({ id: prompt });
    return check?.(value as PlainValues<FieldPathValue<Values, Name>>, values) ?? true;
  };
  const { field, fieldState } = useController<Values, Name>({
    control: act.form.control,
    name,
    rules: { validate },
  });
  return children(
    {
      name,
      value: field.value,
      onValueChange: field.onChange,
      onBlur: field.onBlur,
      ref: field.ref,
      error: fieldState.error?.message,
    },
    onBusy,
  );
}
