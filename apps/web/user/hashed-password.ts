/** SHA-256 of a password in hexadecimal digits, in which form the product's calls take a changed one. */
export async function hashedPassword(password: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
