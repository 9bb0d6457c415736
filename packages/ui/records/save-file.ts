/** Hands a text to the browser as a file. */
export function saveFile(fileName: string, text: string, type: 'text/csv' | 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // the download has the file by the next turn of the page
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
