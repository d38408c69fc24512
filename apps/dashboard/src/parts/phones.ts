/** Returns the phones in a text, which are one a line or with commas between them; blanks within a phone are left out. */
export function phonesOf(text: string): string[] {
  const phones = text.split(/[\n,;]+/).map((phone) => phone.replaceAll(/[\s()/.-]+/g, ''))
  return [...new Set(phones.filter(Boolean))]
}
