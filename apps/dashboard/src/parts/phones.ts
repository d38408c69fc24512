/** Returns the phones in a text, separated by lines or commas; spaces within a phone are removed. */
export function phonesOf(text: string): string[] {
  const phones = text.split(/[\n,;]+/).map((phone) => phone.replaceAll(/[\s()/.-]+/g, ''))
  return [...new Set(phones.filter(Boolean))]
}
