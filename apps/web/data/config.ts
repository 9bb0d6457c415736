import { type PlatformConfig, platformConfig } from '@candor/contract';

declare global {
  interface Window {
    __PLATFORM_CONFIG__?: unknown;
  }
}

/** What the app needs of the platform's config. */
export type AppConfig = Pick<PlatformConfig, 'head' | 'apiBase' | 'socketBase' | 'tokenAgeSeconds'>;

/** Used while the config can't be read; the calls then say what is wrong. */
export const defaultConfig: AppConfig = {
  head: 'v1',
  apiBase: '',
  socketBase: '',
  tokenAgeSeconds: 604_800,
};

function runScript(source: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = source;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${source} did not load`));
    document.head.append(script);
  });
}

/** Loads the platform's config, a script of the page's own origin. Never fails: see `defaultConfig`. */
export async function loadConfig(nowMs: number = Date.now()): Promise<AppConfig> {
  try {
    await runScript(`/platform/dev/config.js?t=${nowMs}`);
    return platformConfig.parse(window.__PLATFORM_CONFIG__);
  } catch (error) {
    console.warn('The platform config could not be read.', error);
    return defaultConfig;
  }
}

/** Turns the configured socket origin, or the page's, into the address of a socket. */
export function socketUrl(
  socketBase: string,
  path: string,
  page: Pick<Location, 'protocol' | 'host'>,
): string {
  const base = socketBase === '' ? `${page.protocol}//${page.host}` : socketBase;
  return base.replace(/^http/, 'ws').replace(/\/$/, '') + path;
}
