import { TextInput } from '@mantine/core'
import type { Contact } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { paged } from '../../api/paged.ts'
import { statusOf } from '../../contacts/contact-query.ts'
import { useKeys } from '../../keys/bindings.ts'
import { contactColumns } from '../../parts/contact-columns.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { More } from '../../parts/more.tsx'
import { NewButton } from '../../parts/new-button.tsx'
import { Page } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { shortMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'

const contactsQuery = (workspace: string, search: string | undefined) =>
  paged<Contact>(['contacts', workspace, { search }], (cursor, options) =>
    api.contacts.list({ size: 50, ...cursor, ...(search ? { search } : {}) }, options).page(),
  )

export function ContactsScreen() {
  const { q } = useSearch({ strict: false })
  const query = useInfiniteQuery(contactsQuery(useWorkspaceId(), q))
  const may = useMay()
  const actions = (
    <>
      {may('imports.list') && <PlaceLink to="imports">{say('import.title')}</PlaceLink>}
      <SearchField text={q ?? ''} />
      {may('contacts.create') && <NewButton to="contacts/new" name={say('contact.new')} />}
    </>
  )
  return (
    <Page title={say('nav.contacts')} actions={actions}>
      <Loaded query={query}>
        {(contacts) =>
          contacts.length === 0 ? (
            <Empty title={say('contact.none')}>{say('contact.noneWhy')}</Empty>
          ) : (
            <Rows label={say('nav.contacts')} columns={columns()} rows={contacts} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      <More query={query} />
    </Page>
  )
}

/** Searches on submit. The URL has the text, so that a link shows the same. */
function SearchField({ text: initial }: { text: string }) {
  const [text, setText] = useState(initial)
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useKeys({ '/': () => field.current?.focus() })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void navigate({ to: '.', search: (text.trim() === '' ? {} : { q: text.trim() }) as never })
      }}
    >
      <TextInput
        ref={field}
        type="search"
        placeholder={say('contact.search')}
        aria-label={say('contact.search')}
        leftSection={<Icon name="search" size={15} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  )
}

const columns = (): Column<Contact>[] => [
  ...contactColumns(),
  { name: say('contact.status'), cell: (contact) => <Status {...statusOf(contact)} /> },
  { name: say('about.lastIn'), cell: ({ lastMessageAt }) => lastMessageAt && shortMoment(lastMessageAt) },
]
