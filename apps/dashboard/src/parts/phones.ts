/** Parses phone numbers separated by line breaks, commas or semicolons. Removes spaces and punctuation within a number, and repeats. */
export function phonesOf(text: string): string[] {
  const phones = text.split(/[\n,;]+/).map((phone) => phone.replaceAll(/[\s()/.-]+/g, ''))
  return [...new Set(phones.filter(Boolean))]
}
