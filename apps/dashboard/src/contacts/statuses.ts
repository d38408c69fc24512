import type { Contact } from '@posthorn/sdk'
import type { Tone } from '../parts/status.tsx'
import { say } from '../words/say.ts'

/** Returns in a word if a contact gets messages: blocked ones none, those who opted out none that they did not ask for. */
export function statusOf({ blocked, optedOutAt }: Contact): { tone: Tone; text: string } {
  if (blocked) return { tone: 'bad', text: say('about.blocked') }
  if (optedOutAt !== null) return { tone: 'warn', text: say('contact.optedOut') }
  return { tone: 'good', text: say('contact.reachable') }
}
