import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { ManagedName } from './managed-name.tsx';
import { PasswordField } from './password-field.tsx';

const messages = { 'ui.passwordLength': '{count} characters', 'ui.showPassword': 'Show' };

function shown(value: string, autoComplete: 'current-password' | 'new-password' | 'off'): string {
  return renderToStaticMarkup(
    <IntlProvider locale="en" messages={messages}>
      <PasswordField label="Password" value={value} autoComplete={autoComplete} />
    </IntlProvider>,
  );
}

describe('a password field', () => {
  it.each([1, 20, 21, 128, 300])('keeps and counts all of %i characters that are pasted', (length) => {
    const html = shown('x'.repeat(length), 'new-password');
    expect(html).toContain(`value="${'x'.repeat(length)}"`);
    expect(html).toContain(`${length} characters`);
    expect(html.toLowerCase()).not.toContain('maxlength');
  });

  it('names what it is to a password manager', () => {
    expect(shown('', 'current-password').toLowerCase()).toContain('autocomplete="current-password"');
    expect(shown('', 'new-password').toLowerCase()).toContain('autocomplete="new-password"');
    const name = renderToStaticMarkup(<ManagedName value="ada" />).toLowerCase();
    expect(name).toContain('autocomplete="username"');
    expect(name).toContain('value="ada"');
  });
});
