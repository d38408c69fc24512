import type { Workspace, WorkspaceSettings } from '@posthorn/sdk'
import { linesOf } from '../../words/words.ts'

export type Hours = NonNullable<WorkspaceSettings['hours']>[number]

/** Form values for the workspace. An empty string means not set. */
export type Fields = {
  name: string
  country: string
  timeZone: string
  optOutWords: string
  optInWords: string
  answerGoalMinutes: string
  answering: WorkspaceSettings['answering']
  optedOutMessages: WorkspaceSettings['optedOutMessages']
  hours: readonly Hours[]
}

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Returns a workspace's form values. The words of a list become one text, one per line. */
export function fieldsOf({ name, settings }: Workspace): Fields {
  const { country, timeZone, optOutWords, optInWords, answerGoalMinutes, answering, optedOutMessages, hours } = settings
  return {
    name,
    country: country ?? '',
    timeZone,
    optOutWords: optOutWords?.join('\n') ?? '',
    optInWords: optInWords?.join('\n') ?? '',
    answerGoalMinutes: answerGoalMinutes?.toString() ?? '',
    answering,
    optedOutMessages,
    hours: hours ?? [],
  }
}

/** What the form sends. The retention has a separate form, and `unknownPhones` matters only to programs that use the dialect. */
type Input = { name: string } & Omit<WorkspaceSettings, 'retentionDays' | 'unknownPhones'>

/** Returns the name and settings for form values. Empty settings are null. */
export function inputOf(fields: Fields): Input {
  const { timeZone, answering, optedOutMessages, hours, answerGoalMinutes } = fields
  return {
    name: fields.name.trim(),
    country: fields.country || null,
    timeZone,
    hours: hours.length === 0 ? null : [...hours],
    optOutWords: wordsOf(fields.optOutWords),
    optInWords: wordsOf(fields.optInWords),
    answerGoalMinutes: answerGoalMinutes.trim() === '' ? null : Number(answerGoalMinutes),
    answering,
    optedOutMessages,
  }
}

/** Returns the words in a text, one per line; null if there are none. */
function wordsOf(text: string): string[] | null {
  const words = linesOf(text)
  return words.length === 0 ? null : words
}

/** Returns the next row that the form adds to the business hours: the times of the last row, on the day after. */
export function nextHours(hours: readonly Hours[]): Hours {
  const last = hours.at(-1)
  if (last === undefined) return { day: 'monday', from: '09:00', to: '17:00' }
  const day = weekdays[(weekdays.indexOf(last.day) + 1) % weekdays.length] ?? 'monday'
  return { ...last, day }
}
