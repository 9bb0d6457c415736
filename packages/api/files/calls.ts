import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { timeMs } from '../scalars.ts';
import { FILE_LINK } from './limits.ts';

/** A file of the signed-in user: the link that an upload answered, or its id. The server reads the id alone. */
export const fileLink = z
  .string()
  .max(300)
  .regex(FILE_LINK)
  .transform((text) => FILE_LINK.exec(text)?.[1] as string);

export const uploadedFile = z.strictObject({
  /** A signed path that shows the image until `expireTime`. */
  link: z.string(),
  id: z.string(),
  /** True where the image looks blurred: ask for another one, and take this one if there is none. */
  blurred: z.boolean(),
  width: z.number().int(),
  height: z.number().int(),
  expireTime: timeMs,
});

const upload = {
  method: 'POST',
  section: 'upload',
  auth: 'required',
  upload: true,
  data: uploadedFile,
} as const;

export const fileCalls = defineCalls({
  uploadOss: defineCall({
    ...upload,
    cost: 10,
    path: '/api/common/upload/OSS',
    summary:
      'Uploads an image: JPEG, PNG or WebP of at most 10 MB and 40 megapixels. It is re-encoded without metadata and kept encrypted.',
  }),
  uploadFile: defineCall({
    ...upload,
    cost: 10,
    path: '/api/{head}/cgform-api/upload/file',
    summary: 'The same as uploadOss.',
  }),
});

export type UploadedFile = z.output<typeof uploadedFile>;
