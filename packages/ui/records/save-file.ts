/** Time for which a saved file stays at its address: Safari takes it only once its reader has agreed to the download. */
export const SAVED_MS = 60_000;

/** Hands a file to the browser to be kept. */
export function saveBlob(fileName: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVED_MS);
}

/** Hands a text to the browser as a file. */
export function saveFile(fileName: string, text: string, type: 'text/csv' | 'text/plain'): void {
  saveBlob(fileName, new Blob([text], { type: `${type};charset=utf-8` }));
}
