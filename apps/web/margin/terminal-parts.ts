export { MarginForm } from './margin-form.tsx';
export { MarginPanel } from './margin-panel.tsx';
