/** Parses phone numbers separated by line breaks or commas. Removes spaces within a number. */
export function phonesOf(text: string): string[] {
  const phones = text.split(/[\n,;]+/).map((phone) => phone.replaceAll(/[\s()/.-]+/g, ''))
  return [...new Set(phones.filter(Boolean))]
}
