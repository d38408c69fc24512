import { TagsInput } from '@mantine/core'
import type { Contact } from '@posthorn/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, paged, useKeyed } from '../../api/api.ts'
import {
  ConsentButtons,
  ContactForm,
  contactColumns,
  contactQuery,
  nameOf,
  statusOf,
  TagsField,
} from '../../contacts/contacts.tsx'
import { removal, useBulk } from '../../parts/bulk.tsx'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { DeskForm, SelectField, TextField, useFields } from '../../parts/form.tsx'
import { Facts, Loaded, Page, Panel, PlaceLink, Status, useAction, useOpenPlace } from '../../parts/page.tsx'
import { Resource } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { countryName, fullMoment, say, shortMoment } from '../../words/words.ts'

/** A contact: its state, tags and details, and what can be done with it. */
export function ContactScreen() {
  const { contact: id = '' } = useParams({ strict: false })
  const query = useQuery(contactQuery(useWorkspaceId(), id))
  const contact = query.data
  return (
    <Page
      title={contact ? nameOf(contact) : say('contact.unknown')}
      lead={contact?.phone}
      back={{ to: 'contacts', name: say('nav.contacts') }}
      actions={contact && <Buttons contact={contact} />}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <About contact={found} />
            <Panel title={say('field.tags')}>
              <TagsField key={found.id} contact={found} />
            </Panel>
            <Panel title={say('contact.known')}>
              <ContactForm key={found.id} contact={found} />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** A contact's status and dates, and links to its chats. The links need a phone number, which people on WhatsApp can hide. */
function About({ contact }: { contact: Contact }) {
  const maySend = useMay()('messages.send')
  const { country, language, createdAt, lastMessageAt, optedOutAt, phone } = contact
  return (
    <Panel title={say('about.title')}>
      <Facts
        facts={[
          [say('word.status'), <Status key="status" {...statusOf(contact)} />],
          [say('contact.optedOut'), optedOutAt && fullMoment(optedOutAt)],
          [say('word.country'), country && countryName(country)],
          [say('word.language'), language],
          [say('about.since'), fullMoment(createdAt)],
          [say('about.lastIn'), lastMessageAt && fullMoment(lastMessageAt)],
          [
            say('contact.chats'),
            phone && (
              <PlaceLink key="chats" to="inbox/all" search={{ q: phone }}>
                {say('contact.openChats')}
              </PlaceLink>
            ),
          ],
          [
            say('chat.new'),
            phone && maySend && (
              <PlaceLink key="write" to="new-conversation" search={{ q: phone }}>
                {say('contact.write')}
              </PlaceLink>
            ),
          ],
        ]}
      />
    </Panel>
  )
}

/**
 * Buttons that opt a contact in or out, block, delete or erase it. Deleting keeps its messages; erasing doesn't, so the person has to type
 * the phone number or id, which the API compares.
 */
function Buttons({ contact }: { contact: Contact }) {
  const { id, phone } = contact
  const may = useMay()
  const openPlace = useOpenPlace()
  const changes = ['contacts']
  const confirmation = phone ?? id
  const leave = () => openPlace('contacts')
  return (
    <>
      <ConsentButtons contact={contact} />
      {may('contacts.remove') && (
        <ConfirmButton
          name={say('word.delete')}
          text={say('contact.removeWhy')}
          run={() => api.contacts.remove({ id })}
          then={leave}
          changes={changes}
          done={() => say('contact.isRemoved')}
          button={{ size: 'sm' }}
        />
      )}
      {may('contacts.erase') && (
        <ConfirmButton
          name={say('contact.erase')}
          text={say('contact.eraseWhy')}
          typed={{ text: confirmation, label: say('contact.eraseType', { text: confirmation }) }}
          run={() => api.contacts.erase({ id, confirm: confirmation })}
          then={leave}
          changes={changes}
          done={() => say('contact.isErased')}
          button={{ size: 'sm', color: 'red', variant: 'light' }}
        />
      )}
    </>
  )
}

const empty = { phone: '', name: '', email: '', company: '' }

/** Returns the field of the form that a searched text belongs to. */
const fieldOf = (text: string) => (text.includes('@') ? 'email' : /\p{L}/u.test(text) ? 'name' : 'phone')

/** Form for a contact. Starts with the text in the search, which often is a person who wasn't found. */
function NewContactForm() {
  const openPlace = useOpenPlace()
  const { q = '' } = useSearch({ strict: false })
  const { fields, bind } = useFields({ ...empty, [fieldOf(q)]: q } as typeof empty)
  const send = useKeyed(api.contacts.create)
  const create = useAction({
    run: () => {
      const given = Object.entries(fields).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []))
      return send(Object.fromEntries(given) as Parameters<typeof api.contacts.create>[0])
    },
    changes: ['contacts'],
    isOfForm: true,
  })
  // Don't navigate if the person left the page before the response.
  const submit = () => create.mutate(undefined, { onSuccess: ({ id }) => openPlace(`contacts/${id}`) })
  return (
    <DeskForm operation="contacts.create" submitName={say('contact.create')} action={create} onSubmit={submit}>
      <TextField label={say('word.phone')} type="tel" required data-autofocus {...bind('phone')} />
      <TextField label={say('word.name')} {...bind('name')} />
      <TextField label={say('word.email')} type="email" {...bind('email')} />
      <TextField label={say('about.company')} {...bind('company')} />
    </DeskForm>
  )
}

const contactsQuery = (workspaceId: string, search: string | undefined) =>
  paged<Contact>(['contacts', workspaceId, { search }], (cursor, options) =>
    api.contacts.list({ size: 50, ...cursor, ...(search ? { search } : {}) }, options).page(),
  )

/** The list of contacts. The server searches it, because it can be too long to load. */
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
      bulk={useContactBulk()}
    />
  )
}

/** Returns the actions on selected contacts that the person may perform. */
function useContactBulk() {
  const may = useMay()
  const [tags, setTags] = useState<string[]>([])
  const tag = {
    isAllowed: may('contacts.addTags'),
    name: say('contact.addTags'),
    text: () => <TagsInput data-autofocus label={say('field.tags')} maxLength={50} value={tags} onChange={setTags} />,
    onOpen: () => setTags([]),
    isReady: tags.length > 0,
    run: ({ id }: Contact) => api.contacts.addTags({ id, tags }),
  }
  const optOut = {
    isAllowed: may('contacts.optOut'),
    name: say('contact.optOut'),
    text: (contacts: readonly Contact[]) => say('contact.optOutWhy', { count: contacts.length }),
    run: ({ id }: Contact) => api.contacts.optOut({ id }),
  }
  const remove = removal(may('contacts.remove'), 'contact.removeWhy', (row) => api.contacts.remove(row))
  return useBulk(['contacts'], [tag, optOut, useMerge(), remove])
}

/** Returns the action that merges the selected contacts into one of them, which the person chooses in the dialog. Needs two at least. */
function useMerge() {
  const [into, setInto] = useState('')
  return {
    isAllowed: useMay()('contacts.merge'),
    name: say('label.merge'),
    rowsMin: 2,
    text: (contacts: readonly Contact[]) => (
      <SelectField
        label={say('label.mergeInto')}
        description={say('contact.mergeWhy')}
        inputWrapperOrder={['label', 'input', 'description']}
        data-autofocus
        data={[{ value: '', label: '' }, ...contacts.map((each) => ({ value: each.id, label: fullNameOf(each) }))]}
        value={into}
        onChange={(event) => setInto(event.currentTarget.value)}
      />
    ),
    onOpen: () => setInto(''),
    isReady: into !== '',
    run: async ({ id }: Contact) => id !== into && api.contacts.merge({ into, from: id }),
    isGrave: true,
  }
}

/** Returns a contact's name with its phone number or username, because contacts for the same person often have the same name. */
const fullNameOf = (contact: Contact) =>
  [...new Set([nameOf(contact), contact.phone ?? contact.username])].filter(Boolean).join(' · ')

const columns = (): Column<Contact>[] => [
  ...contactColumns(),
  { name: say('word.status'), cell: (contact) => <Status {...statusOf(contact)} /> },
  { name: say('about.lastIn'), cell: ({ lastMessageAt }) => lastMessageAt && shortMoment(lastMessageAt) },
]
