import { CallError } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { errorText } from './errors.ts';

describe('the words of an error', () => {
  it('come from its code, with the values that the message names', () => {
    const error = new CallError('exchange', 2009, 'server words', {
      key: 'NOTIONAL_TOO_SMALL',
      details: { minimum: '10' },
    });
    expect(errorText(error)).toEqual({
      id: 'error.NOTIONAL_TOO_SMALL',
      values: { minimum: '10' },
      said: 'server words',
    });
  });

  it('say that the server was not reached', () => {
    expect(errorText(new CallError('login', 0, 'fetch failed', null)).id).toBe('ui.error.network');
    expect(errorText(new DOMException('timed out', 'TimeoutError')).id).toBe('ui.error.network');
  });

  it('are the server’s own for a code that is not known, unless they name SQL', () => {
    expect(errorText(new CallError('login', 7777, 'Closed for a holiday', null))).toEqual({
      id: 'ui.error.unknown',
      values: {},
      said: 'Closed for a holiday',
    });
    expect(errorText(new CallError('login', 7777, 'bad SQL grammar', null)).said).toBeNull();
  });

  it('give nothing of an error of the app’s own away', () => {
    expect(errorText(new TypeError('x is not a function'))).toEqual({
      id: 'ui.error.unknown',
      values: {},
      said: null,
    });
  });
});
