import { fileCalls } from '@candor/api';
import { defineSubject } from '../subject.ts';
import { openFiles } from './files.ts';
import { fileHandlers } from './handlers.ts';
import { createImages } from './images.ts';

export const files = defineSubject({
  calls: fileCalls,
  async open(lifecycle, { pool, fileStore: store, now }) {
    const images = await lifecycle.stage(
      'images',
      async () => createImages(),
      (running) => running.stop(),
    );
    return { files: await openFiles({ pool, store, images, now }) };
  },
  handlers: fileHandlers,
});
