import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Lifecycle } from '../../base/work/lifecycle.ts';
import { buildWebApp, type WebAppName } from '../builds/index.ts';

export interface PagesOptions {
  readonly root: string;
  /** False where another program serves the pages. */
  readonly wanted: boolean;
  readonly lifecycle: Lifecycle;
  readonly say: (line: string) => void;
}

/** The folders of the built apps; null for one that is not served here. */
export type Pages = Readonly<Record<WebAppName, string | null>>;

/** Builds the pages whose sources changed, one app after the other: two at once would starve two cores. */
export function buildPages({ root, wanted, lifecycle, say }: PagesOptions): Promise<Pages> {
  const build = async (name: WebAppName) => {
    if (!wanted || !existsSync(join(root, 'apps', name, 'main.tsx'))) return null;
    return buildWebApp({ root, name, log: say, signal: lifecycle.signal });
  };
  const pages = (async () => ({ web: await build('web'), console: await build('console') }))();
  // A caller that awaits the pages receives a failure; until then the rejection is handled here.
  pages.catch(() => {});
  return pages;
}
