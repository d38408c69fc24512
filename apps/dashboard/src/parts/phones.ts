/** Parses phones separated by line breaks or commas. Removes spaces within a phone. */
export function phonesOf(text: string): string[] {
  const phones = text.split(/[\n,;]+/).map((phone) => phone.replaceAll(/[\s()/.-]+/g, ''))
  return [...new Set(phones.filter(Boolean))]
}
