import { IMAGE_TYPES, type UploadedFile } from '@candor/api';
import { Button, useProblem, useText, Working } from '@candor/ui';
import { useMutation } from '@tanstack/react-query';
import { Camera, ImageUp, TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useClient } from '../data/index.ts';
import { useBusy } from './use-busy.ts';

/** Shows the chosen file from this device, before anything of it is sent. */
function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return setUrl(null);
    const next = URL.createObjectURL(file);
    setUrl(next);
    return () => URL.revokeObjectURL(next);
  }, [file]);
  return url;
}

export interface PhotoFieldProps {
  readonly label: string;
  readonly description: string;
  /** The id of the uploaded photo; '' while there is none. */
  readonly value: string;
  readonly onValueChange: (id: string) => void;
  readonly error: string | undefined;
  /** Told when the photo begins and ends to upload: `onBusy` of the `FormField` around it. */
  readonly onBusy: (isBusy: boolean) => void;
  /** Sends the photo; by default as one of the signed-in user. */
  readonly send?: (file: File) => Promise<UploadedFile>;
}

/** A photo that is taken or chosen, uploaded at once, shown, and asked for again where it looks blurred. */
export function PhotoField(props: PhotoFieldProps) {
  const { label, description, value, onValueChange, error, onBusy, send } = props;
  const client = useClient();
  const text = useText();
  const problemOf = useProblem();
  const id = useId();
  const camera = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const preview = usePreview(file);
  const upload = useMutation<UploadedFile, unknown, File>({
    mutationFn: send ?? ((chosen) => client.call('uploadOss', { file: chosen })),
    onSuccess: (uploaded) => onValueChange(uploaded.id),
  });
  useBusy(upload.isPending, onBusy);

  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setFile(chosen);
    onValueChange('');
    upload.mutate(chosen);
  };
  const input = (which: typeof camera, testId: string, capture: boolean) => (
    <input
      ref={which}
      type="file"
      accept={IMAGE_TYPES.join(',')}
      {...(capture ? { capture: 'environment' as const } : {})}
      data-testid={testId}
      aria-label={label}
      tabIndex={-1}
      className="hidden"
      onChange={(event) => {
        choose(event.target.files?.[0]);
        // so that the same file can be chosen again
        event.target.value = '';
      }}
    />
  );
  const complaint = upload.isError ? problemOf(upload.error).text : error;
  const isBlurred = upload.data?.blurred === true && value !== '';
  return (
    <fieldset
      aria-describedby={complaint === undefined ? `${id}-text` : `${id}-text ${id}-error`}
      className="flex flex-col gap-2"
    >
      <legend className="pb-1 text-13 font-medium text-ink-2">{label}</legend>
      <p id={`${id}-text`} className="text-13 text-ink-2">
        {description}
      </p>
      {preview !== null && (
        <img
          src={preview}
          alt={text('kyc.photo.preview', { photo: label })}
          className="max-h-56 w-fit max-w-full rounded-base border object-contain"
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="quiet"
          className="lg:hidden"
          disabled={upload.isPending}
          onClick={() => camera.current?.click()}
        >
          <Camera aria-hidden="true" className="size-4" strokeWidth={1.75} />
          {text('kyc.photo.take')}
        </Button>
        <Button variant="quiet" disabled={upload.isPending} onClick={() => chooser.current?.click()}>
          <ImageUp aria-hidden="true" className="size-4" strokeWidth={1.75} />
          {text(value === '' ? 'kyc.photo.choose' : 'kyc.photo.replace')}
        </Button>
        {input(camera, `${id}-camera`, true)}
        {input(chooser, 'photo-file', false)}
        <span className="text-13 text-ink-2">
          {upload.isPending && (
            <>
              {text('kyc.photo.uploading')} <Working label={text('kyc.photo.uploading')} />
            </>
          )}
          {value !== '' && !upload.isPending && text('kyc.photo.uploaded')}
        </span>
      </div>
      {isBlurred && (
        <p role="alert" className="flex items-start gap-2 text-13 text-warn">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
          {text('kyc.photo.blurred')}
        </p>
      )}
      {complaint !== undefined && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-2 text-13 text-warn">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
          {complaint}
        </p>
      )}
    </fieldset>
  );
}
