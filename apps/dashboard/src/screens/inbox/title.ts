import type { Chat } from '@posthorn/sdk'
import { say } from '../../words/words.ts'

/** Returns a chat's name, or its phone number if it has no name, or its kind if it has neither. */
export function titleOf({ name, phone, type }: Pick<Chat, 'name' | 'phone' | 'type'>): string {
  return name ?? phone ?? say(`chat.${type}`)
}
