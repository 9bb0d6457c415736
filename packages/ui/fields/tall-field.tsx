import { Field } from '@base-ui/react/field';
import type { ComponentProps, FocusEventHandler, ReactElement, ReactNode, Ref } from 'react';
import { controlClass, FieldFrame, type FieldLook } from './field-frame.tsx';

/** Props that every field of more than one line takes. */
export interface TallFieldProps extends FieldLook {
  readonly value?: string;
  readonly onValueChange?: (value: string) => void;
  readonly name?: string;
  readonly maxLength?: number;
  readonly onBlur?: FocusEventHandler<HTMLElement>;
  readonly ref?: Ref<HTMLElement>;
}

type ControlProps = Omit<
  ComponentProps<typeof Field.Control>,
  keyof TallFieldProps | 'render' | 'className' | 'children'
>;

interface Kind extends ControlProps {
  readonly area: ReactElement;
  readonly controlClassName: string;
  /** After the text: a button. */
  readonly end?: ReactNode;
}

/** The frame and the textarea of `TextArea` and `WrappedField`. */
export function TallField({
  label,
  labelPlacement,
  description,
  error,
  disabled,
  className,
  onValueChange,
  area,
  controlClassName,
  end,
  ...rest
}: TallFieldProps & Kind) {
  return (
    <FieldFrame
      label={label}
      {...(labelPlacement ? { labelPlacement } : {})}
      description={description}
      error={error}
      disabled={disabled ?? false}
      {...(className ? { className } : {})}
      isTall
      end={end}
    >
      <Field.Control
        {...rest}
        {...(onValueChange ? { onValueChange: (value: string) => onValueChange(value) } : {})}
        className={`${controlClass} ${controlClassName}`}
        render={area}
      />
    </FieldFrame>
  );
}
