import type { Chat } from '../../api/kinds.ts'
import { say } from '../../words/say.ts'

/** Returns what a chat is called: the name, else the phone, else its kind. */
export function titleOf({ name, phone, type }: Pick<Chat, 'name' | 'phone' | 'type'>): string {
  return name ?? phone ?? say(`chat.${type}`)
}
