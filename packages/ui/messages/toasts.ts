import { Toast } from '@base-ui/react/toast';
import { createToastGate, type ToastKind } from './toast-rules.ts';

export interface ToastData {
  kind: ToastKind;
  /** The text must not be seen; the viewport says that something went wrong. */
  concealed: boolean;
}

export const toastManager = Toast.createToastManager<ToastData>();

const judge = createToastGate(() => performance.now());

/** Toasts that say what became of an act, as far as they may still be shown. */
const outcomes = new Set<string>();

/** Closes what earlier acts came to: a later act was refused, and success beside a refusal would be read as its own. */
function clearOutcomes(): void {
  for (const id of outcomes) toastManager.close(id);
  outcomes.clear();
}

function add(kind: ToastKind, text: string, ofAct = false): void {
  if (kind === 'error' && ofAct) clearOutcomes();
  const verdict = judge(kind, text, ofAct);
  if (verdict === 'drop') return;
  const concealed = verdict === 'conceal';
  const id: string = toastManager.add({
    ...(concealed ? {} : { title: text }),
    timeout: kind === 'error' ? 8000 : 5000,
    // Urgent toasts would be hidden from assistive technology once announced, though the focus still reaches them.
    priority: 'low',
    data: { kind, concealed },
    onRemove: () => void outcomes.delete(id),
  });
  if (ofAct || kind === 'success') outcomes.add(id);
}

/** Short messages that leave by themselves. Texts come translated. Callable from anywhere. */
export const toasts = {
  success: (text: string): void => add('success', text),
  info: (text: string): void => add('info', text),
  error: (text: string): void => add('error', text),
  /** Result of an act that the user just pressed: not lost behind another fault. */
  done: (text: string): void => add('success', text, true),
  noted: (text: string): void => add('info', text, true),
  refused: (text: string): void => add('error', text, true),
  clearOutcomes,
} as const;
