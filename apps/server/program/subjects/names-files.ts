import type { NamesFiles } from '../../gateway/files/index.ts';

/**
 * The tables whose rows need bytes of the vault: a column `wrapped_key` holds the key of each. Bytes that none of them names are
 * swept.
 */
export const namesFiles: readonly NamesFiles[] = [
  { table: 'files.file', id: 'file_id' },
  { table: 'articles.image', id: 'image_id' },
  // an export under way writes its bytes before their key
  {
    table: 'mydata.export',
    id: 'export_id',
    where: `wrapped_key is not null or state in ('waiting', 'running')`,
  },
];
