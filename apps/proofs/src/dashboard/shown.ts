import type { RunningSystem } from '@posthorn/testkit/system'
import type { Page } from './members.ts'

/** A chat as shown in the inbox. `status` is the last message's status if that message is outgoing. */
type ChatRow = { id: string; text: string; unread: number; status: string | null }

/** A message as shown in the conversation: its text and, if outgoing, its status. */
type Bubble = { id: string; text: string; status: string | null }

const readRows = `[...document.querySelectorAll('[data-rows] a')].map((row) => ({
  id: row.pathname.split('/').at(-1),
  text: row.innerText,
  unread: Number(row.querySelector('[aria-label*="unread"]')?.textContent ?? 0),
  status: row.querySelector('[data-status]')?.getAttribute('data-status') ?? null,
}))`
const readMessages = `[...document.querySelectorAll('article[id^="msg_"]')].map((message) => ({
  id: message.id,
  text: message.innerText,
  status: message.querySelector('[data-status]')?.getAttribute('data-status') ?? null,
}))`

type Chat = {
  id: string
  unreadCount: number
  lastMessage: { direction: string; message: string | null; status: string } | null
}
type Message = { id: string; direction: string; status: string; message?: string }

const inAllChats = 'status=open&status=pending&written=true&snoozed=false&size=50'
const messagesCompared = 20

/** Returns the first difference between a page with an open chat and the API, or undefined if there is none. */
export async function differenceOf(page: Page, system: RunningSystem, chat: string): Promise<string | undefined> {
  const chats = await system.ok<Chat[]>('GET', `/v1/chats?${inAllChats}`)
  const messages = await system.ok<Message[]>('GET', `/v1/messages?chat=${chat}&size=${messagesCompared}`)
  const rows = (await page.evaluate(readRows)) as ChatRow[]
  const shown = (await page.evaluate(readMessages)) as Bubble[]
  // The open chat stays in the list until another is opened, even if it no longer matches the view.
  const listed = rows.filter(({ id }) => id !== chat || chats.some((each) => each.id === chat))
  return differenceOfChats(listed, chats) ?? differenceOfMessages(shown, messages)
}

function differenceOfChats(rows: readonly ChatRow[], chats: readonly Chat[]): string | undefined {
  const wanted = chats.map(({ id }) => id).join()
  const found = rows.map(({ id }) => id).join()
  if (found !== wanted) return `chats ${found} instead of ${wanted}`
  for (const { id, unreadCount, lastMessage } of chats) {
    const row = rows.find((each) => each.id === id)
    if (row?.unread !== unreadCount) return `${id} has ${row?.unread} unread instead of ${unreadCount}`
    const { message, direction, status } = lastMessage ?? {}
    if (!row.text.includes(message ?? '')) return `${id} shows "${row.text}" instead of "${message}"`
    if (direction === 'out' && row.status !== status) return `${id} is ${row.status} instead of ${status}`
  }
  return undefined
}

/** Compares messages in DOM order, which is newest first, as in the API. CSS reverses it. */
function differenceOfMessages(shown: readonly Bubble[], messages: readonly Message[]): string | undefined {
  const newest = shown.slice(0, messages.length)
  const [found, wanted] = [newest, messages].map((list) => list.map(({ id }) => id).join())
  if (found !== wanted) return `messages ${found} instead of ${wanted}`
  for (const { id, direction, status, message = '' } of messages) {
    const seen = newest.find((each) => each.id === id)
    if (!seen?.text.includes(message)) return `${id} shows "${seen?.text}" instead of "${message}"`
    if (direction === 'out' && seen.status !== status) return `${id} is ${seen.status} instead of ${status}`
  }
  return undefined
}
