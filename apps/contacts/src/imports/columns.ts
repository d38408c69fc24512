import { fieldKeyPattern, fromAttributes } from '@posthorn/contracts'

/** Names of columns by target, in small letters and digits only. */
const names: Record<string, readonly string[]> = {
  phone: [
    'phone',
    'phonenumber',
    'mobile',
    'mobilephone',
    'tel',
    'telephone',
    'whatsapp',
    'telefon',
    'telefonnummer',
    'handy',
    'mobil',
  ],
  userId: ['userid', 'whatsappuserid', 'bsuid'],
  ...fromAttributes(({ columns }, name) => [name.toLowerCase(), ...columns]),
  tags: ['tags', 'tag', 'labels'],
  optedOutAt: ['optedoutat', 'optedout', 'optout', 'unsubscribed', 'unsubscribedat', 'abgemeldet'],
  blocked: ['blocked', 'gesperrt'],
}

const fieldColumn = new RegExp(`^fields\\.${fieldKeyPattern}$`)

const normalise = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

function targetOf(column: string): string {
  if (fieldColumn.test(column)) return column
  return Object.entries(names).find(([, known]) => known.includes(normalise(column)))?.[0] ?? 'ignore'
}

/** Maps columns to targets: as the caller says, else by name; of two columns for one target the first counts. */
export function mappingOf(columns: readonly string[], given: Readonly<Record<string, string>>): Record<string, string> {
  const used = new Set<string>(
    columns.flatMap((column) => (Object.hasOwn(given, column) ? [given[column] as string] : [])),
  )
  const entries = columns.map((column): [string, string] => {
    if (Object.hasOwn(given, column)) return [column, given[column] as string]
    const target = targetOf(column)
    if (target === 'ignore' || used.has(target)) return [column, 'ignore']
    used.add(target)
    return [column, target]
  })
  return Object.fromEntries(entries)
}
