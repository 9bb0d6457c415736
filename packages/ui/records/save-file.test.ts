import { expect, it, vi } from 'vitest';
import { SAVED_MS, saveFile } from './save-file.ts';

it('hands a file over under its name, and lets go of it only after the browser had time to ask its reader', () => {
  vi.useFakeTimers();
  const link = { href: '', download: '', click: vi.fn() };
  vi.stubGlobal('document', { createElement: () => link });
  const make = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  const free = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  saveFile('bill.csv', 'a,b\n', 'text/csv');
  expect(link).toMatchObject({ href: 'blob:1', download: 'bill.csv' });
  expect(link.click).toHaveBeenCalledOnce();
  expect((make.mock.calls[0]![0] as Blob).type).toBe('text/csv;charset=utf-8');
  vi.advanceTimersByTime(SAVED_MS - 1);
  expect(free).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(free).toHaveBeenCalledExactlyOnceWith('blob:1');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
