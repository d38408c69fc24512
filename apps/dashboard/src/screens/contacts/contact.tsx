import type { Contact } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api, useAction } from '../../api/api.ts'
import { ConsentButtons, ContactForm, TagsField } from '../../contacts/contact-form.tsx'
import { contactQuery, statusOf } from '../../contacts/contacts.tsx'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { Facts, Loaded, Page, Panel, PlaceLink, Status } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'

export function ContactScreen() {
  const { contact: id = '' } = useParams({ strict: false })
  const query = useQuery(contactQuery(useWorkspaceId(), id))
  const contact = query.data
  return (
    <Page
      title={contact?.name ?? contact?.phone ?? say('contact.unknown')}
      lead={contact?.phone}
      back={{ to: 'contacts', name: say('nav.contacts') }}
      actions={contact && <Buttons contact={contact} />}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <About contact={found} />
            <Panel title={say('contact.tags')}>
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

function About({ contact }: { contact: Contact }) {
  const maySend = useMay()('messages.send')
  const { country, language, createdAt, lastMessageAt, optedOutAt, phone } = contact
  return (
    <Panel title={say('about.title')}>
      <Facts
        facts={[
          [say('contact.status'), <Status key="status" {...statusOf(contact)} />],
          [say('contact.optedOut'), optedOutAt && fullMoment(optedOutAt)],
          [say('about.country'), country],
          [say('about.language'), language],
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

/** Buttons that change, remove or erase a contact. To erase it, the person has to type its phone number or id, which the API compares. */
function Buttons({ contact }: { contact: Contact }) {
  const { id, phone } = contact
  const workspace = useWorkspaceId()
  const may = useMay()
  const navigate = useNavigate()
  const changes = [['contacts', workspace]]
  const remove = useAction({ run: () => api.contacts.remove({ id }), changes, done: () => say('contact.isRemoved') })
  const confirmation = phone ?? id
  const erase = useAction({
    run: () => api.contacts.erase({ id, confirm: confirmation }),
    changes,
    done: () => say('contact.isErased'),
  })
  const leave = () => navigate({ href: `/${workspace}/contacts` })
  return (
    <>
      <ConsentButtons contact={contact} />
      {may('contacts.remove') && (
        <ConfirmButton
          name={say('contact.remove')}
          text={say('contact.removeWhy')}
          run={() => remove.mutateAsync(undefined).then(leave)}
          button={{ size: 'sm' }}
        />
      )}
      {may('contacts.erase') && (
        <ConfirmButton
          name={say('contact.erase')}
          text={say('contact.eraseWhy')}
          typed={{ text: confirmation, label: say('contact.eraseType', { text: confirmation }) }}
          run={() => erase.mutateAsync(undefined).then(leave)}
          button={{ size: 'sm', color: 'red', variant: 'light' }}
        />
      )}
    </>
  )
}
