/** Names by which columns are recognised, in small letters and digits only. */
const names: Record<string, string[]> = {
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
  name: ['name', 'fullname', 'displayname'],
  firstName: ['firstname', 'givenname', 'vorname'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname'],
  email: ['email', 'emailaddress', 'mail'],
  company: ['company', 'organization', 'organisation', 'firma'],
  country: ['country', 'countrycode', 'land'],
  language: ['language', 'locale', 'sprache'],
  tags: ['tags', 'tag', 'labels'],
  optedOutAt: ['optedoutat', 'optedout', 'optout', 'unsubscribed', 'unsubscribedat', 'abgemeldet'],
  blocked: ['blocked', 'gesperrt'],
}

const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

function recognised(column: string): string {
  if (/^fields\.[A-Za-z][A-Za-z0-9_-]{0,29}$/.test(column)) return column
  return Object.entries(names).find(([, known]) => known.includes(bare(column)))?.[0] ?? 'ignore'
}

/** What each column fills: as asked, else as recognised by its name; of two columns for one target the first counts. */
export function mappingOf(columns: readonly string[], asked: Readonly<Record<string, string>>): Record<string, string> {
  const taken = new Set<string>(
    columns.flatMap((column) => (Object.hasOwn(asked, column) ? [asked[column] as string] : [])),
  )
  const entries = columns.map((column): [string, string] => {
    if (Object.hasOwn(asked, column)) return [column, asked[column] as string]
    const target = recognised(column)
    if (target === 'ignore' || taken.has(target)) return [column, 'ignore']
    taken.add(target)
    return [column, target]
  })
  return Object.fromEntries(entries)
}
