import { contacts, Fault, groups, messaging } from '@posthorn/contracts'
import { allItems } from '../face/pages.ts'
import type { Device, Session } from '../face/session.ts'
import { type Chat, type Contact } from '../ours.ts'
import { chatOf, type DialectChat, participantOf } from '../shapes/chat.ts'
import { chatMessageOf } from '../shapes/chat-message.ts'
import { noteOf } from '../shapes/small.ts'

/** Finds chats' contacts in one call. */
async function contactsOf(session: Session, chats: readonly Chat[]): Promise<Map<string, Contact>> {
  const ids = [...new Set(chats.flatMap(({ contact }) => contact ?? []))]
  if (ids.length === 0) return new Map()
  const found = await session.ask(contacts.contacts.ofIds, { ids })
  return new Map(found.map((contact) => [contact.id, contact]))
}

async function groupOf(session: Session, id: string | null) {
  if (id === null) return undefined
  const [group, participants] = await Promise.all([
    session.ask(groups.groups.get, { id }),
    allItems(session, groups.participants.list, { id }),
  ])
  return { group, participants }
}

/** With more chats than this, a response has no counts and no group participants. */
const wholeMax = 1

/** Presents chats with their contacts. */
export async function viewChats(session: Session, { device }: Device, chats: readonly Chat[]): Promise<DialectChat[]> {
  const known = await contactsOf(session, chats)
  const isWhole = chats.length <= wholeMax
  return Promise.all(
    chats.map(async (chat) => {
      const contact = known.get(chat.contact ?? '')
      if (!isWhole) return chatOf(chat, { device, contact })
      const [group, totals] = await Promise.all([
        groupOf(session, chat.group),
        session.ask(messaging.chats.totals, { id: chat.id }).catch(absentWhenMissing),
      ])
      return chatOf(chat, { device, contact, group, totals })
    }),
  )
}

/** A chat that was just removed has nothing to count. */
function absentWhenMissing(err: unknown): undefined {
  if (!(err instanceof Fault && err.status === 404)) throw err
}

export async function viewChat(session: Session, device: Device, chat: Chat): Promise<DialectChat> {
  const [shown] = await viewChats(session, device, [chat])
  return shown as DialectChat
}

/** Messages included with a chat. */
const messagesMax = 20

/** Returns what `include` adds to a chat. */
export async function includedIn(
  session: Session,
  { device, phone: devicePhone }: Device,
  { chat, include }: { chat: Chat; include: readonly string[] },
): Promise<Partial<DialectChat>> {
  const { id } = chat
  const added: Partial<DialectChat> = {}
  if (include.includes('messages')) {
    const { items } = await session.ask(messaging.messages.list, { chat: id, size: messagesMax })
    added.messages = items.map((message) => chatMessageOf(message, { device, devicePhone }))
  }
  if (include.includes('notes')) added.notes = (await allItems(session, messaging.notes.list, { id })).map(noteOf)
  if (include.includes('participants') && chat.group) {
    const people = await allItems(session, groups.participants.list, { id: chat.group, status: ['joined'] })
    added.participants = people.map(participantOf)
  }
  return added
}
