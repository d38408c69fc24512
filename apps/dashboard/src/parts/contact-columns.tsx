import type { Contact } from '@posthorn/sdk'
import { say } from '../words/words.ts'
import { PlaceLink } from './page.tsx'
import type { Column } from './rows.tsx'

export const contactColumns = (): Column<Contact>[] => [
  {
    name: say('about.name'),
    cell: ({ id, name, phone }) => (
      <PlaceLink to={`contacts/${id}`}>{name ?? phone ?? say('contact.unknown')}</PlaceLink>
    ),
  },
  { name: say('about.phone'), cell: ({ phone }) => phone, isNumber: true },
  { name: say('about.country'), cell: ({ country }) => country },
  { name: say('contact.tags'), cell: ({ tags }) => tags.join(', ') },
]
