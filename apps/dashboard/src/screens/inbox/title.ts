import type { Chat } from '../../api/kinds.ts'
import { say } from '../../words/say.ts'

/** Returns the name of a chat, otherwise its phone number, otherwise its kind. */
export function titleOf({ name, phone, type }: Pick<Chat, 'name' | 'phone' | 'type'>): string {
  return name ?? phone ?? say(`chat.${type}`)
}
