import { localeOf } from '@candor/i18n';
import { deviceTheme, onDeviceTheme } from '@candor/ui';
import { chosenLanguage, type DeviceWishes, type PreferencesStore } from './preferences.ts';
import type { DeviceStorage } from './storage.ts';

/** Returns the language of the page that starts: that of the user's choice, else that of the device. */
export const startLanguage = (storage: DeviceStorage): DeviceWishes['language'] =>
  chosenLanguage(storage) ?? localeOf(navigator.languages);

/** Returns the language and the theme that the device asks for now. */
export const deviceWishes = (): DeviceWishes => ({
  language: localeOf(navigator.languages),
  theme: deviceTheme() === 'night' ? 'night' : 'daytime',
});

/** Returns the first of the device's languages that the house offers; English where it offers none of them. */
export function offeredLanguage(
  tags: readonly string[],
  offered: ReadonlySet<string>,
): DeviceWishes['language'] {
  return localeOf(tags.filter((tag) => offered.has(localeOf([tag]))));
}

/** Follows the device's theme, such as at nightfall, for a user who has chosen none. */
export function followDeviceTheme(preferences: PreferencesStore): void {
  onDeviceTheme(() => preferences.suggest({ theme: deviceWishes().theme }));
}
