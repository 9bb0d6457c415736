import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(css|html|js|json|map|svg|txt|webmanifest|xml)$/;
/** Below one network packet there is nothing to win. */
const leastBytes = 1400;

/** Lays a Brotli and a gzip twin beside each text file of a built app, so that serving costs no compression. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((found) => found.isFile() && compressible.test(found.name))) {
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    if (content.length < leastBytes) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    const [brotli, zipped] = await Promise.all([
      promisify(brotliCompress)(content, { params }),
      promisify(gzip)(content, { level: 9 }),
    ]);
    await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
  }
}
