import { createContext } from 'react';

/**
 * True while a dialog of the app as a whole asks for something in between, such as a factor for an act that waits. The
 * dialogs below are out of sight for so long, since two windows would both hold the focus; what was typed stays.
 */
export const CoverContext = createContext(false);
