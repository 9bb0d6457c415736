import { FILE_TIMEOUT_MS } from '@candor/products';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LostFile, loadFile } from './lost-file.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const codeOf = (error: unknown) => (error instanceof LostFile ? error.code : error);

describe('a file of the app', () => {
  it('is given as it comes', async () => {
    await expect(loadFile(async () => 'module')).resolves.toBe('module');
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['Failed to fetch dynamically imported module: https://x/static/a.js', 'ChunkLoadError'],
    ['error loading dynamically imported module', 'ChunkLoadError'],
    ['Importing a module script failed.', 'ChunkLoadError'],
    ['Unexpected token <', 'ChunkLoadError'],
    ['Unable to preload CSS for /static/chart-1a2b3c4d.css', 'CSS_CHUNK_LOAD_FAILED'],
  ])('that fails with "%s" is %s', async (message, code) => {
    const failed = loadFile(() => Promise.reject(new TypeError(message))).catch(codeOf);
    expect(await failed).toBe(code);
  });

  it('that hangs is lost after 120 s, and not before', async () => {
    let seen: unknown = 'waiting';
    void loadFile(() => new Promise(() => {})).catch((error: unknown) => {
      seen = codeOf(error);
    });
    await vi.advanceTimersByTimeAsync(FILE_TIMEOUT_MS - 1);
    expect(seen).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(FILE_TIMEOUT_MS).toBe(120_000);
    expect(seen).toBe('ChunkLoadError');
  });
});
