import type { Contact } from '@posthorn/sdk'
import { useQueries, useQuery } from '@tanstack/react-query'
import { chatQuery } from '../../../api/chats.ts'
import type { Chat } from '../../../api/kinds.ts'
import { ConsentButtons } from '../../../contacts/consent-buttons.tsx'
import { contactQuery, statusOf } from '../../../contacts/contact-query.ts'
import { TagsField } from '../../../contacts/tags-field.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { PlaceLink } from '../../../parts/place-link.tsx'
import { Status } from '../../../parts/status.tsx'
import { useMay } from '../../../session/me.ts'
import { fullMoment } from '../../../words/moments.ts'
import { say } from '../../../words/say.ts'
import { chatsWithQuery } from '../data.ts'
import { SidePane } from '../side-pane.tsx'
import styles from './about.module.css'
import { Broadcasts } from './broadcasts.tsx'
import { Details } from './details.tsx'
import { Notes } from './notes.tsx'
import { OtherChats } from './other-chats.tsx'
import { Section } from './section.tsx'

type Props = { workspace: string; chat: string; onClose: () => void; onFollow: () => void }

/** The customer of a chat: details, tags, consent, other chats, broadcasts and notes. */
export function About({ workspace, chat: id, onClose, onFollow }: Props) {
  const chat = useQuery(chatQuery(workspace, id)).data
  return (
    <SidePane title={say('about.open')} onClose={onClose}>
      {chat && (chat.contact === null ? <OfGroup chat={chat} /> : null)}
      {chat?.contact && <Person key={chat.id} {...{ workspace, chat, onFollow }} contact={chat.contact} />}
    </SidePane>
  )
}

function OfGroup({ chat }: { chat: Chat }) {
  return (
    <Section name="details" title={say('contact.known')}>
      <Details chat={chat} contact={undefined} />
    </Section>
  )
}

type PersonProps = { workspace: string; chat: Chat; contact: string; onFollow: () => void }

function Person({ workspace, chat, contact: id, onFollow }: PersonProps) {
  return (
    <Loaded query={useQuery(contactQuery(workspace, id))}>
      {(contact) => (
        <>
          <Section name="details" title={say('contact.known')}>
            <Details chat={chat} contact={contact} />
          </Section>
          <Section name="tags" title={say('contact.tags')}>
            <TagsField contact={contact} />
          </Section>
          <Section name="status" title={say('contact.status')}>
            <Consent contact={contact} />
          </Section>
          <Together {...{ workspace, chat, contact, onFollow }} />
          <p className={styles.more}>
            <PlaceLink to={`contacts/${contact.id}`}>{say('person.page')}</PlaceLink>
          </p>
        </>
      )}
    </Loaded>
  )
}

function Consent({ contact }: { contact: Contact }) {
  const { optedOutAt } = contact
  return (
    <>
      <p className={styles.status}>
        <Status {...statusOf(contact)} />
        {optedOutAt !== null && <time dateTime={optedOutAt}>{fullMoment(optedOutAt)}</time>}
      </p>
      <div className={styles.buttons}>
        <ConsentButtons contact={contact} size="compact-sm" />
      </div>
    </>
  )
}

/** Chats, broadcasts and notes of the same person with any number. */
function Together({ workspace, chat, contact, onFollow }: Omit<PersonProps, 'contact'> & { contact: Contact }) {
  const may = useMay()
  const phones = new Set(contact.identities.filter(({ type }) => type === 'phone').map(({ value }) => value))
  const found = useQueries({ queries: [...phones].map((phone) => chatsWithQuery(workspace, phone)) })
  const others = found.flatMap(({ data }) => data ?? []).filter(({ id }) => id !== chat.id)
  return (
    <>
      <Section name="chats" title={say('person.chats')}>
        <OtherChats {...{ workspace, onFollow }} chats={others} />
      </Section>
      <Section name="broadcasts" title={say('nav.broadcasts')}>
        <Broadcasts {...{ workspace, onFollow }} phones={[...phones]} />
      </Section>
      {may('notes.list') && (
        <Section name="notes" title={say('person.notes')}>
          <Notes workspace={workspace} chats={[chat.id, ...others.map(({ id }) => id)]} />
        </Section>
      )}
    </>
  )
}
