import type { House } from './house.ts';
import type { Person, RawAnswer } from './person.ts';

/** Sends a file as a browser's form does, under the name and type that it claims. */
export async function upload(
  house: House,
  person: Pick<Person, 'token'> | null,
  bytes: Uint8Array,
  claim: { readonly name?: string; readonly type?: string; readonly path?: string } = {},
): Promise<Omit<RawAnswer, 'headers' | 'text'>> {
  const { name = 'photo.jpg', type = 'image/jpeg', path = '/api/common/upload/OSS' } = claim;
  const form = new FormData();
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name);
  form.set('type', '0');
  const headers: Record<string, string> = person === null ? {} : { authorization: person.token };
  const response = await fetch(house.url + path, { method: 'POST', body: form, headers });
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: unknown };
  return { status: response.status, code, msg, data };
}
