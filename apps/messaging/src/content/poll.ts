import { providerBounds as bounds, isLater, shortened } from '@posthorn/contracts'
import type { OutboundContent } from '@posthorn/provider'
import type { StoredContent } from '../entities/chat.ts'

type Poll = NonNullable<StoredContent['poll']>

const optionId = 'option_'
const rowTitleCharactersMax = bounds.rowTitle.max

/**
 * Renders a poll for a provider without polls: as reply buttons for up to 3 short options, as a list for up to 10, and otherwise as
 * numbered text. Buttons and lists allow only one choice, so multiple choice is always numbered text. `asText` forces numbered text.
 */
export function renderPoll({ name, options, multiple }: Poll, { asText }: { asText: boolean }): OutboundContent {
  const rows = options.map((text, i) => ({ id: `${optionId}${i}`, text }))
  const longest = Math.max(...options.map((option) => option.length))
  const oneOf = !multiple && !asText
  if (oneOf && options.length <= bounds.buttons.max && longest <= bounds.buttonTitle.max)
    return { type: 'buttons', text: name, buttons: rows }
  if (oneOf && options.length <= bounds.rows.max && longest <= bounds.rowDescription.max)
    return {
      type: 'list',
      text: name,
      button: 'Vote',
      sections: [{ rows: rows.map(({ id, text }) => listRow(id, text)) }],
    }
  const lines = options.map((option, i) => `${i + 1}. ${option}`)
  const hint = multiple
    ? 'Reply with the numbers of your choices, such as 1, 2.'
    : 'Reply with the number of your choice.'
  return { type: 'text', text: `${name}\n\n${lines.join('\n')}\n\n${hint}` }
}

/** Returns an option as a list row. A long title is cut, with room for the ellipsis, and the description has all of it. */
function listRow(id: string, text: string): { id: string; title: string; description?: string } {
  if (text.length <= rowTitleCharactersMax) return { id, title: text }
  return { id, title: shortened(text, rowTitleCharactersMax - 1), description: text }
}

/** Whether a text consists only of option numbers, such as `2` or `1, 3`. The twelve options of a poll fit in 40 characters. */
export const looksLikeVote = (text: string): boolean =>
  text.length <= 40 && /^\s*\d{1,2}([\s,;.&+]+\d{1,2})*\s*\.?\s*$/.test(text)

/** An answer to a poll: the id of a tapped button or row, and its text or what the customer typed. */
type Answer = { id?: string | undefined; text?: string | undefined }

/** Returns the chosen options' positions, from a button's or row's id, typed numbers or an option's name; null if it isn't a vote. */
export function readVote(poll: Poll, { id, text = '' }: Answer): number[] | null {
  const tapped = id?.startsWith(optionId) ? [Number(id.slice(optionId.length))] : []
  const written = id === undefined && looksLikeVote(text) ? [...text.matchAll(/\d+/g)].map(([n]) => Number(n) - 1) : []
  const named = [poll.options.findIndex((option) => comparable(option) === comparable(text))]
  for (const candidate of [tapped, written, named]) {
    const chosen = [...new Set(candidate)].sort((one, other) => one - other)
    const isPossible = chosen.every((i) => Number.isInteger(i) && i >= 0 && i < poll.options.length)
    if (chosen.length > 0 && isPossible && (chosen.length === 1 || poll.multiple)) return chosen
  }
  return null
}

const comparable = (text: string) => text.trim().toLowerCase()

/** Key that a vote is counted under, and a function that tells whether another key belongs to the same person. */
export type Voter = { key: string; isSame: (other: string) => boolean }

export type Vote = { chosen: number[]; at: string }

/** Counts a vote. A person's last vote by provider time wins; at equal times, the one that sorts last. Null if nothing changes. */
export function countVote(content: StoredContent, { key, isSame }: Voter, vote: Vote): StoredContent | null {
  const { poll } = content
  if (!poll) return null
  const all = Object.entries(content.votes ?? {})
  const own = all.filter(([other]) => isSame(other))
  const stamp = ({ chosen, at }: Vote) => ({ at, text: chosen.join() })
  if (own.some(([, before]) => !isLater(stamp(vote), stamp(before)))) return null
  const votes = { ...Object.fromEntries(all.filter((each) => !own.includes(each))), [key]: vote }
  const counts = poll.options.map((_, i) => Object.values(votes).filter(({ chosen }) => chosen.includes(i)).length)
  const tally = poll.options.map((option, i) => ({ option, votes: counts[i] ?? 0 }))
  return { ...content, votes, poll: { ...poll, tally, voters: Object.keys(votes).length } }
}
