import { language } from './say.ts'

/** Returns a price; a currency that the browser does not know is behind the number. */
export function money(amount: number, currency?: string): string {
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency))
    return `${amount.toLocaleString(language())} ${currency ?? ''}`.trim()
  return new Intl.NumberFormat(language(), { style: 'currency', currency }).format(amount)
}
