import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';

// the shell has no window and does a third less work for the same pages
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const fonts = ['fonts-noto-core', 'fonts-noto-cjk'];
/** Packages with a Chromium, the preferred one first. */
const browsers = ['chromium-headless-shell', 'chromium'];

/** The Chromium of CANDOR_CHROMIUM or of PATH; null where there is none. */
export function findChromium(): string | null {
  const chosen = process.env.CANDOR_CHROMIUM;
  if (chosen !== undefined && chosen !== '') return isExecutable(chosen) ? chosen : null;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

/** Finds a Chromium or, as root on Debian and its like, installs one. Throws with how to get one. */
export async function ensureChromium(say: (line: string) => void): Promise<string> {
  const found = findChromium();
  if (found !== null) return found;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) {
    say('Installing Chromium and fonts with apt-get');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    for (const browser of browsers) {
      const packages = ['--no-install-recommends', browser, ...fonts];
      const { code, output } = await run('apt-get', ['install', '-y', '-qq', ...packages], { env });
      const installed = findChromium();
      if (code === 0 && installed !== null) return installed;
      say(output.slice(-1500));
    }
  }
  throw new Error(
    'The end-to-end tests need a Chromium, and none was found. Install one (on Debian as root: apt-get install ' +
      `${[browsers[0], ...fonts].join(' ')}), or set CANDOR_CHROMIUM to the path of one.`,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
