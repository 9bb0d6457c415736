import { LISTING_AUDITS, LISTING_LINK_LENGTH, LISTING_NAME_LENGTH, LISTING_TEAM } from '@candor/api';
import { Button, FormField, IconButton, TextField, useText } from '@candor/ui';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useBusy } from '../forms/use-busy.ts';
import { useLinkCheck } from './lines.tsx';
import { hashOfFile, type ListingAct } from './values.ts';

const HASH_LENGTH = 64;
const HASH = /^[0-9a-f]{64}$/i;

interface RowProps {
  readonly title: string;
  readonly remove: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** One row of a list under its number, which can be taken out again. */
function ListRow({ title, remove, onRemove, children }: RowProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 border-s-2 ps-4">
      <legend className="float-left flex w-full items-center justify-between text-13 font-medium text-ink-2">
        {title}
        <IconButton size="small" label={remove} onClick={onRemove}>
          <X aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </IconButton>
      </legend>
      {children}
    </fieldset>
  );
}

function AddButton({ disabled, onAdd, children }: AddProps) {
  return (
    <Button
      variant="quiet"
      className="self-start"
      disabled={disabled}
      icon={<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />}
      onClick={onAdd}
    >
      {children}
    </Button>
  );
}

interface AddProps {
  readonly disabled: boolean;
  readonly onAdd: () => void;
  readonly children: ReactNode;
}

interface HashChooserProps {
  readonly act: ListingAct;
  readonly name: `audits.${number}.sha256`;
  readonly onBusy: (isBusy: boolean) => void;
}

/** Computes the hash of a chosen file, which stays on this device. */
function HashChooser({ act, name, onBusy }: HashChooserProps) {
  const text = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  useBusy(isBusy, onBusy);
  const compute = async (file: File) => {
    setBusy(true);
    try {
      const hash = await hashOfFile(file);
      act.form.clearErrors(name);
      act.form.setValue(name, hash, { shouldDirty: true });
    } catch {
      // one that was moved, or is larger than the memory
      act.form.setError(name, { type: 'file', message: text('listing.hash.unread') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <input
        ref={chooser}
        type="file"
        data-testid="audit-file"
        aria-label={text('listing.hash.choose')}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) void compute(file);
          event.target.value = '';
        }}
      />
      <Button
        variant="quiet"
        size="small"
        className="self-start"
        loading={isBusy}
        onClick={() => chooser.current?.click()}
      >
        {text('listing.hash.choose')}
      </Button>
    </>
  );
}

/** The hash of a report, typed or computed here from its file. */
function HashField({ act, at }: { readonly act: ListingAct; readonly at: number }) {
  const text = useText();
  const name = `audits.${at}.sha256` as const;
  const check = (typed: string) =>
    typed.trim() === '' || HASH.test(typed.trim()) ? null : text('listing.hash.text');
  return (
    <FormField act={act} name={name} required={false} check={check}>
      {(field, onBusy) => (
        <div className="flex min-w-0 flex-col gap-2">
          <TextField
            {...field}
            label={text('review.fact.listing.auditHash')}
            description={text('listing.hash.text')}
            autoComplete="off"
            maxLength={HASH_LENGTH}
          />
          <HashChooser act={act} name={name} onBusy={onBusy} />
        </div>
      )}
    </FormField>
  );
}

/** Audit reports as links, each with the hash of its file. */
export function Audits({ act }: { readonly act: ListingAct }) {
  const text = useText();
  const check = useLinkCheck();
  const { fields, append, remove } = useFieldArray({ control: act.form.control as never, name: 'audits' });
  return (
    <>
      {fields.map(({ id }, at) => (
        <ListRow
          key={id}
          title={text('listing.audit', { number: at + 1 })}
          remove={text('listing.removeAudit', { number: at + 1 })}
          onRemove={() => remove(at)}
        >
          <FormField act={act} name={`audits.${at}.auditor`} required={false}>
            {(field) => (
              <TextField
                {...field}
                label={text('review.fact.listing.auditor')}
                autoComplete="off"
                maxLength={LISTING_NAME_LENGTH}
              />
            )}
          </FormField>
          <FormField act={act} name={`audits.${at}.link`} required={false} check={check}>
            {(field) => (
              <TextField
                {...field}
                type="url"
                label={text('review.fact.listing.auditLink')}
                autoComplete="off"
                maxLength={LISTING_LINK_LENGTH}
              />
            )}
          </FormField>
          <HashField act={act} at={at} />
        </ListRow>
      ))}
      <AddButton
        disabled={fields.length >= LISTING_AUDITS}
        onAdd={() => append({ auditor: '', link: '', sha256: '' } as never)}
      >
        {text('listing.addAudit')}
      </AddButton>
    </>
  );
}

/** The people of the project. */
export function Team({ act }: { readonly act: ListingAct }) {
  const text = useText();
  const check = useLinkCheck();
  const { fields, append, remove } = useFieldArray({ control: act.form.control as never, name: 'team' });
  return (
    <>
      {fields.map(({ id }, at) => (
        <ListRow
          key={id}
          title={text('listing.member', { number: at + 1 })}
          remove={text('listing.removeMember', { number: at + 1 })}
          onRemove={() => remove(at)}
        >
          <FormField act={act} name={`team.${at}.name`} required={false}>
            {(field) => (
              <TextField
                {...field}
                label={text('listing.member.name')}
                autoComplete="off"
                maxLength={LISTING_NAME_LENGTH}
              />
            )}
          </FormField>
          <FormField act={act} name={`team.${at}.role`} required={false}>
            {(field) => (
              <TextField
                {...field}
                label={text('listing.member.role')}
                autoComplete="off"
                maxLength={LISTING_NAME_LENGTH}
              />
            )}
          </FormField>
          <FormField act={act} name={`team.${at}.link`} required={false} check={check}>
            {(field) => (
              <TextField
                {...field}
                type="url"
                label={text('review.fact.listing.memberLink')}
                description={text('listing.optional')}
                autoComplete="off"
                maxLength={LISTING_LINK_LENGTH}
              />
            )}
          </FormField>
        </ListRow>
      ))}
      <AddButton
        disabled={fields.length >= LISTING_TEAM}
        onAdd={() => append({ name: '', role: '', link: '' } as never)}
      >
        {text('listing.addMember')}
      </AddButton>
    </>
  );
}
