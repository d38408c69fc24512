import { fieldKeyPattern, fromAttributes } from '@posthorn/contracts'

/** Column names by target, in lowercase letters and digits only. */
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

const normalize = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

function targetOf(column: string): string {
  if (fieldColumn.test(column)) return column
  return Object.entries(names).find(([, known]) => known.includes(normalize(column)))?.[0] ?? 'ignore'
}

/** Maps columns to targets: as the caller says, or by name. If two columns share a name or target, the first counts. */
export function mappingOf(columns: readonly string[], given: Readonly<Record<string, string>>): Record<string, string> {
  const mapping = new Map<string, string>()
  const used = new Set<string>()
  const map = (column: string, target: string) => {
    if (mapping.has(column)) return
    mapping.set(column, used.has(target) ? 'ignore' : target)
    used.add(target)
  }
  for (const column of columns) if (Object.hasOwn(given, column)) map(column, given[column] as string)
  for (const column of columns) map(column, targetOf(column))
  return Object.fromEntries(columns.map((column) => [column, mapping.get(column) ?? 'ignore']))
}

/** Returns each column's target, in order. */
export function targetsOf(columns: readonly string[], mapping: Readonly<Record<string, string>>): string[] {
  const seen = new Set<string>()
  return columns.map((column) => {
    if (seen.has(column)) return 'ignore'
    seen.add(column)
    return mapping[column] ?? 'ignore'
  })
}
