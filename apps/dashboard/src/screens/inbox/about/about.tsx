import { Button } from '@mantine/core'
import type { Chat, Contact } from '@posthorn/sdk'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { chatQuery, numbersQuery } from '../../../api/api.ts'
import { ConsentButtons, ContactForm, contactQuery, statusOf, TagsField } from '../../../contacts/contacts.tsx'
import { MessageStatus, previewOf } from '../../../parts/message.tsx'
import { Moment, useNow } from '../../../parts/moment.tsx'
import { Facts, Loaded, PlaceLink, Status } from '../../../parts/page.tsx'
import { useMay } from '../../../session/session.ts'
import { countryName, fullMoment, say, shortMoment } from '../../../words/words.ts'
import { broadcastsToQuery, chatsWithQuery, notesQuery } from '../data.ts'
import { SidePane } from '../side-pane.tsx'
import { NoteText } from '../timeline.tsx'
import styles from './about.module.css'

type Props = {
  workspace: string
  phones: readonly string[]
  /** Called when the person follows a link, because a pane in front of the chat has to close. */
  onFollow: () => void
}

type Queries = readonly UseQueryResult<unknown>[]
type NoneProps = { queries: Queries; text: string }

/** Says that there is nothing, once all queries have data. Until then, shows a placeholder or an error: there may be something. */
function None({ queries, text }: NoneProps) {
  const missing = queries.find(({ data }) => data === undefined)
  if (missing) return <Loaded query={missing}>{() => null}</Loaded>
  return <p className={styles.none}>{text}</p>
}

/** The latest broadcast messages to a person's phone numbers, newest first. Each links to the message in its chat. */
function Broadcasts({ workspace, phones, onFollow }: Props) {
  const now = useNow()
  const queries = useQueries({ queries: phones.map((phone) => broadcastsToQuery(workspace, phone)) })
  const messages = queries.flatMap(({ data }) => data ?? []).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  if (messages.length === 0) return <None queries={queries} text={say('person.noBroadcasts')} />
  return (
    <ul className={styles.list}>
      {messages.map((message) => (
        <li key={message.id}>
          <PlaceLink
            to={`inbox/all/${message.chat}`}
            search={{ m: message.id }}
            className={styles.chat}
            onFollow={onFollow}
          >
            <span className={styles.chatTop}>
              <MessageStatus status={message.status} size={14} />
              <Moment at={message.createdAt} text={shortMoment(message.createdAt, now)} />
            </span>
            <span className={styles.chatText}>{previewOf(message)}</span>
          </PlaceLink>
        </li>
      ))}
    </ul>
  )
}

/** What is known about a person or group. A person's details can be edited; a group has no contact. */
function Details({ chat, contact }: { chat: Chat; contact: Contact | undefined }) {
  const mayChange = useMay()('contacts.update')
  const [isChanging, setChanging] = useState(false)
  if (contact && isChanging) return <ContactForm key={contact.id} contact={contact} onDone={() => setChanging(false)} />
  return (
    <>
      <Facts facts={factsOf(chat, contact)} />
      {contact && mayChange && (
        <Button variant="default" size="compact-sm" onClick={() => setChanging(true)}>
          {say('person.edit')}
        </Button>
      )}
    </>
  )
}

/** Returns in words how the customer rated the chat, and when. */
const ratingOf = ({ rating }: Chat) =>
  rating && say('about.rated', { score: rating.score, time: fullMoment(rating.at) })

/** Returns what is known about a person or group. Values that aren't known are empty. */
const factsOf = (chat: Chat, contact: Contact | undefined): [name: string, value: string | null | undefined][] => [
  [say('word.name'), contact?.name],
  [say('word.phone'), chat.phone],
  [say('word.email'), contact?.email],
  [say('about.company'), contact?.company],
  [say('word.country'), contact?.country && countryName(contact.country)],
  [say('word.language'), contact?.language],
  ...Object.entries(contact?.fields ?? {}),
  [say('about.since'), fullMoment(contact?.createdAt ?? chat.createdAt)],
  [say('about.lastIn'), chat.lastInboundAt && fullMoment(chat.lastInboundAt)],
  [say('about.rating'), ratingOf(chat)],
]

type AboutProps = { workspace: string; chatId: string; onClose: () => void; onFollow: () => void }

/** The pane next to a chat that shows its contact, or what is known about its group. */
export function About({ workspace, chatId: id, onClose, onFollow }: AboutProps) {
  const chat = useQuery(chatQuery(workspace, id)).data
  return (
    <SidePane title={say('about.open')} onClose={onClose}>
      {chat?.contact === null && (
        <Section name="details" title={say('contact.known')}>
          <Details chat={chat} contact={undefined} />
        </Section>
      )}
      {chat?.contact && <PersonSections key={chat.id} {...{ workspace, chat, onFollow }} contactId={chat.contact} />}
    </SidePane>
  )
}

type PersonProps = { workspace: string; chat: Chat; contactId: string; onFollow: () => void }

/** What is known about a person, and their chats, broadcasts and notes. */
function PersonSections({ workspace, chat, contactId: id, onFollow }: PersonProps) {
  return (
    <Loaded query={useQuery(contactQuery(workspace, id))}>
      {(contact) => (
        <>
          <Section name="details" title={say('contact.known')}>
            <Details chat={chat} contact={contact} />
          </Section>
          <Section name="tags" title={say('field.tags')}>
            <TagsField contact={contact} />
          </Section>
          <Section name="status" title={say('word.status')}>
            <Consent contact={contact} />
          </Section>
          <PersonLists {...{ workspace, chat, contact, onFollow }} />
          <p className={styles.more}>
            <PlaceLink to={`contacts/${contact.id}`}>{say('person.page')}</PlaceLink>
          </p>
        </>
      )}
    </Loaded>
  )
}

/** Whether a person may be written to, and buttons that change it. */
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

/** The same person's chats, broadcasts and notes, across all of the workspace's numbers. */
function PersonLists({ workspace, chat, contact, onFollow }: Omit<PersonProps, 'contactId'> & { contact: Contact }) {
  const may = useMay()
  const phones = new Set(contact.identities.filter(({ type }) => type === 'phone').map(({ value }) => value))
  const found = useQueries({ queries: [...phones].map((phone) => chatsWithQuery(workspace, phone)) })
  const others = found.flatMap(({ data }) => data ?? []).filter(({ id }) => id !== chat.id)
  return (
    <>
      <Section name="chats" title={say('person.chats')}>
        {others.length === 0 ? (
          <None queries={found} text={say('person.noChats')} />
        ) : (
          <OtherChats {...{ workspace, onFollow }} chats={others} />
        )}
      </Section>
      <Section name="broadcasts" title={say('nav.broadcasts')}>
        <Broadcasts {...{ workspace, onFollow }} phones={[...phones]} />
      </Section>
      {may('notes.list') && (
        <Section name="notes" title={say('person.notes')}>
          <Notes {...{ workspace, found }} chatIds={[chat.id, ...others.map(({ id }) => id)]} />
        </Section>
      )}
    </>
  )
}

type SectionName = 'details' | 'tags' | 'status' | 'chats' | 'broadcasts' | 'notes'

const storageKey = 'posthorn.pane.closed'

/** Returns the sections that this browser keeps closed for every person. */
const closedSections = (): string[] => (localStorage.getItem(storageKey) ?? '').split(',').filter(Boolean)

/** A collapsible section. The browser remembers whether it is open. */
function Section({ name, title, children }: { name: SectionName; title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(() => !closedSections().includes(name))
  const toggle = (open: boolean) => {
    // The browser also reports how the section is rendered at first.
    if (open === isOpen) return
    setOpen(open)
    const others = closedSections().filter((other) => other !== name)
    localStorage.setItem(storageKey, (open ? others : [...others, name]).join(','))
  }
  return (
    <details className={styles.section} open={isOpen} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>
        <h3>{title}</h3>
      </summary>
      {isOpen && children}
    </details>
  )
}

/** `found`: the queries that find the person's chats. */
type NotesProps = { workspace: string; found: Queries; chatIds: readonly string[] }

/** The newest hundred notes in each chat with a person, newest first. */
function Notes({ workspace, found, chatIds }: NotesProps) {
  const now = useNow()
  const queries = useQueries({ queries: chatIds.map((chatId) => notesQuery(workspace, chatId)) })
  const notes = queries.flatMap(({ data }) => data ?? []).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  if (notes.length === 0) return <None queries={[...found, ...queries]} text={say('person.noNotes')} />
  return (
    <ul className={styles.list}>
      {notes.map((note) => (
        <li key={note.id} className={styles.note}>
          <span className={styles.chatTop}>
            <b>{note.by.name || say('composer.note')}</b>
            <Moment at={note.createdAt} text={shortMoment(note.createdAt, now)} />
          </span>
          <NoteText note={note} />
        </li>
      ))}
    </ul>
  )
}

type OtherChatsProps = { workspace: string; chats: readonly Chat[]; onFollow: () => void }

/** A person's other chats, each with the workspace's number that it belongs to. */
function OtherChats({ workspace, chats, onFollow }: OtherChatsProps) {
  const numbers = useQuery(numbersQuery(workspace)).data
  const now = useNow()
  return (
    <ul className={styles.list}>
      {chats.map(({ id, number, status, lastMessage }) => (
        <li key={id}>
          <PlaceLink to={`inbox/all/${id}`} className={styles.chat} onFollow={onFollow}>
            <span className={styles.chatTop}>
              <b>{numbers?.find((one) => one.id === number)?.name ?? number}</b>
              {lastMessage && <Moment at={lastMessage.at} text={shortMoment(lastMessage.at, now)} />}
            </span>
            <span className={styles.chatText}>
              {lastMessage ? previewOf(lastMessage) : say('inbox.nothingSaid')} · {say(`view.is.${status}`)}
            </span>
          </PlaceLink>
        </li>
      ))}
    </ul>
  )
}
