import { IMAGE_TYPES } from '@candor/api';
import { Button, IconButton, PictureButton, useProblem, useText } from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { ImageUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../data/index.ts';
import { useBusy } from './use-busy.ts';

interface PicturesFieldProps {
  /** Pictures that were uploaded before, with the addresses at which they show. */
  readonly kept?: readonly { readonly id: string; readonly url: string }[];
  readonly label: string;
  readonly description: string;
  readonly most: number;
  /** Ids of the uploaded pictures, in their order. */
  readonly value: readonly string[];
  readonly onValueChange: (ids: readonly string[]) => void;
  readonly error: string | undefined;
  /** Told when a picture begins and ends to upload: `onBusy` of the `FormField` around it. */
  readonly onBusy: (isBusy: boolean) => void;
}

interface Shown {
  readonly id: string;
  /** Address of the picture on this device. */
  readonly url: string;
}

/** Several pictures, each uploaded as soon as it is chosen. */
export function PicturesField(props: PicturesFieldProps) {
  const { label, description, most, value, onValueChange, error, onBusy, kept = [] } = props;
  const client = useClient();
  const text = useText();
  const problemOf = useProblem();
  const chooser = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<readonly Shown[]>(kept);
  const made = useRef<string[]>([]);
  useEffect(
    () => () => {
      for (const url of made.current) URL.revokeObjectURL(url);
    },
    [],
  );
  const upload = useMutation<Shown, unknown, File>({
    async mutationFn(file) {
      const { id } = await client.call('uploadOss', { file });
      const url = URL.createObjectURL(file);
      made.current.push(url);
      return { id, url };
    },
    onSuccess: (picture) => {
      setShown((before) => [...before, picture]);
      onValueChange([...value, picture.id]);
    },
  });
  useBusy(upload.isPending, onBusy);
  const complaint = upload.isError ? problemOf(upload.error).text : error;
  const remove = (id: string) => {
    setShown((before) => before.filter((each) => each.id !== id));
    onValueChange(value.filter((each) => each !== id));
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-13 font-medium text-ink-2">{label}</legend>
      <p className="text-13 text-ink-2">{description}</p>
      {shown.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {shown.map(({ id, url }, index) => (
            <li key={id} className="relative">
              <PictureButton
                src={url}
                name={text('ui.picture', { number: index + 1 })}
                className="size-24 object-cover"
              />
              <span className="absolute top-0 right-0 rounded-base bg-paper">
                <IconButton
                  size="small"
                  label={text('ui.picture.remove', { number: index + 1 })}
                  onClick={() => remove(id)}
                >
                  <X aria-hidden="true" className="size-4" strokeWidth={1.75} />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={chooser}
        type="file"
        accept={IMAGE_TYPES.join(',')}
        data-testid="pictures-file"
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) upload.mutate(file);
          event.target.value = '';
        }}
      />
      <Button
        variant="quiet"
        className="self-start"
        disabled={value.length >= most}
        loading={upload.isPending}
        icon={<ImageUp aria-hidden="true" className="size-4" strokeWidth={1.75} />}
        onClick={() => chooser.current?.click()}
      >
        {text('ui.picture.add')}
      </Button>
      {complaint !== undefined && (
        <p role="alert" className="text-13 text-warn">
          {complaint}
        </p>
      )}
    </fieldset>
  );
}
