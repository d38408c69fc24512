import { TagsInput } from '@mantine/core'
import type { Contact } from '@posthorn/sdk'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, paged } from '../../api/api.ts'
import { contactColumns, statusOf } from '../../contacts/contacts.tsx'
import { DeskForm, TextField, useFields } from '../../parts/form.tsx'
import { PlaceLink, Status } from '../../parts/page.tsx'
import { Resource } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say, shortMoment } from '../../words/words.ts'

/** Form for a contact. Starts with the text in the search, which often is the phone number that wasn't found. */
function NewContactForm() {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { q = '' } = useSearch({ strict: false })
  const { fields, bind } = useFields({ phone: q, name: '', email: '', company: '' })
  const create = useMutation({
    mutationFn: () => {
      const given = Object.entries(fields).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []))
      return api.contacts.create(Object.fromEntries(given) as Parameters<typeof api.contacts.create>[0])
    },
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['contacts', workspace] })
      await navigate({ href: `/${workspace}/contacts/${id}` })
    },
  })
  return (
    <DeskForm
      operation="contacts.create"
      submitName={say('contact.create')}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={create.mutate}
    >
      <TextField label={say('about.phone')} type="tel" required data-autofocus {...bind('phone')} />
      <TextField label={say('about.name')} {...bind('name')} />
      <TextField label={say('about.email')} type="email" {...bind('email')} />
      <TextField label={say('about.company')} {...bind('company')} />
    </DeskForm>
  )
}

const contactsQuery = (workspaceId: string, search: string | undefined) =>
  paged<Contact>(['contacts', workspaceId, { search }], (cursor, options) =>
    api.contacts.list({ size: 50, ...cursor, ...(search ? { search } : {}) }, options).page(),
  )

export function ContactsScreen() {
  const workspace = useWorkspaceId()
  const { q } = useSearch({ strict: false })
  const may = useMay()
  return (
    <Resource
      title={say('nav.contacts')}
      actions={
        may('imports.list') && (
          <PlaceLink to="imports" search={may('imports.create') ? { open: 'new' } : {}}>
            {say('import.title')}
          </PlaceLink>
        )
      }
      query={useInfiniteQuery(contactsQuery(workspace, q))}
      columns={columns()}
      nameOf={nameOf}
      filter={say('contact.search')}
      empty={{ title: say('contact.none'), why: say('contact.noneWhy') }}
      create={may('contacts.create') && { name: say('contact.new'), form: () => <NewContactForm /> }}
      bulk={useBulk(workspace)}
    />
  )
}

const nameOf = ({ name, phone }: Contact) => name ?? phone ?? say('contact.unknown')

/** Returns the actions on selected contacts that the caller may take. The field for tags is empty again after each use. */
function useBulk(workspaceId: string) {
  const may = useMay()
  const client = useQueryClient()
  const [tags, setTags] = useState<string[]>([])
  const onDone = () => {
    setTags([])
    return client.invalidateQueries({ queryKey: ['contacts', workspaceId] })
  }
  const tag = {
    name: say('contact.addTags'),
    text: () => <TagsInput data-autofocus label={say('contact.tags')} maxLength={50} value={tags} onChange={setTags} />,
    run: async ({ id }: Contact) => tags.length > 0 && api.contacts.addTags({ id, tags }),
    onDone,
  }
  const optOut = {
    name: say('contact.optOut'),
    text: (contacts: readonly Contact[]) => say('contact.optOutWhy', { count: contacts.length }),
    run: ({ id }: Contact) => api.contacts.optOut({ id }),
    onDone,
  }
  const remove = {
    name: say('contact.remove'),
    text: () => say('contact.removeWhy'),
    run: ({ id }: Contact) => api.contacts.remove({ id }),
    onDone,
    isGrave: true,
  }
  return [
    ...(may('contacts.addTags') ? [tag] : []),
    ...(may('contacts.optOut') ? [optOut] : []),
    ...(may('contacts.remove') ? [remove] : []),
  ]
}

const columns = (): Column<Contact>[] => [
  ...contactColumns(),
  { name: say('contact.status'), cell: (contact) => <Status {...statusOf(contact)} /> },
  { name: say('about.lastIn'), cell: ({ lastMessageAt }) => lastMessageAt && shortMoment(lastMessageAt) },
]
