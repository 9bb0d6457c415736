const TONES_HZ = [880, 1_174.66];
const TONE_S = 0.12;
const LOUDNESS = 0.08;
/** Tabs of one browser share a lock for so long: one of them sounds. */
const ONE_TAB_MS = 1_500;

let context: AudioContext | null = null;

function play(): void {
  context ??= new AudioContext();
  // a browser lets a page sound once it was touched; before, it is silent
  if (context.state === 'suspended') void context.resume().catch(() => {});
  const gain = context.createGain();
  gain.connect(context.destination);
  const begin = context.currentTime + 0.02;
  const end = begin + TONES_HZ.length * TONE_S;
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.01);
  gain.gain.setValueAtTime(LOUDNESS, end - 0.06);
  gain.gain.linearRampToValueAtTime(0, end);
  const oscillator = context.createOscillator();
  oscillator.type = 'sine';
  for (const [at, hertz] of TONES_HZ.entries())
    oscillator.frequency.setValueAtTime(hertz, begin + at * TONE_S);
  oscillator.connect(gain);
  oscillator.start(begin);
  oscillator.stop(end);
}

/** Plays two short soft tones, in one tab of the browser; notices that come together sound once. */
export function playNoticeSound(): void {
  if (typeof AudioContext === 'undefined') return;
  // only a secure page has locks
  if (navigator.locks === undefined) {
    play();
    return;
  }
  void navigator.locks.request('candor notice sound', { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    play();
    await new Promise((resolve) => setTimeout(resolve, ONE_TAB_MS));
  });
}
