import { type ActForm, ActMessage, Button, cx } from '@candor/ui';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Security } from '../data/index.ts';

/** Properties of each form of a security setting. */
export interface SettingFormOptions {
  readonly security: Security;
  /** Called once the setting is changed and said so. */
  readonly onDone: () => void;
}

/** A form that stands on its page at once, and beside it what to know before it is sent. */
export function FormFrame({ about, children }: { readonly about: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-16 gap-y-6 border-t pt-6 xl:grid-cols-[minmax(0,30rem)_minmax(0,24rem)]">
      <div className="flex min-w-0 flex-col gap-3 text-14 text-ink-2 xl:order-last xl:border-s xl:ps-8">
        {about}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

interface SettingFormProps<Values extends FieldValues, Data> {
  /** Name of the form, for those who do not see its heading. */
  readonly label: string;
  readonly act: ActForm<Values, Data>;
  readonly submit: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** The form of one setting: Enter sends, errors stand at their field or below the button. */
export function SettingForm<Values extends FieldValues, Data>({
  label,
  act,
  submit,
  className,
  children,
}: SettingFormProps<Values, Data>) {
  return (
    <form
      aria-label={label}
      noValidate
      onSubmit={act.submit}
      className={cx('flex max-w-120 flex-col gap-4', className)}
    >
      {children}
      <Button type="submit" className="self-start" loading={act.isPending}>
        {submit}
      </Button>
      <ActMessage phase={act.phase} error={act.error} />
    </form>
  );
}
