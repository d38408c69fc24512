/** Returns digits as E.164; any other text stays as it is. */
export function phoneOf(text: string): string {
  const digits = text.replace(/[\s()+.-]/g, '')
  return /^\d{5,15}$/.test(digits) ? `+${digits}` : text
}
