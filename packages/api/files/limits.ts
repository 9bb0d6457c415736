// No schemas: browsers load this module.

/** The largest file that is taken: 10 MB. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The most pixels of an image that is taken: 40 megapixels. */
export const MAX_IMAGE_PIXELS = 40_000_000;

/** The types of images that are taken. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** A link to a file as an upload answers it, or the id of the file. */
export const FILE_LINK =
  /^(?:\/api\/common\/file\/)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\?[\w=&-]{0,200})?$/;
