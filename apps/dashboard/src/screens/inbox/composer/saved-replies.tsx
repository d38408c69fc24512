import { fillText, type PersonalContact, personalNames, personalValues } from '@posthorn/contracts/placeholders'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { repliesQuery } from '../../../api/api.ts'
import { contactQuery } from '../../../contacts/contacts.tsx'
import { ownValue, say } from '../../../words/words.ts'
import { matchingReplies } from './matches.ts'
import { Suggestions } from './suggestions.tsx'

type Props = {
  workspace: string
  /** The customer, whose values replace placeholders. */
  contactId: string | null
  afterSlash: string
  /** Called once the saved replies are shown, or can't be read. */
  onRead: () => void
  onChoose: (text: string) => void
}

/** Suggests saved replies whose shortcut or name matches the text after the slash. */
export function SavedReplies({ workspace, contactId, afterSlash, onRead, onChoose }: Props) {
  const client = useQueryClient()
  const { data: replies = [], isLoading } = useQuery(repliesQuery(workspace))
  useEffect(() => {
    if (!isLoading) onRead()
  }, [isLoading])
  const items = matchingReplies(replies, afterSlash).map(({ id, name, shortcut, message }) => ({
    id,
    name,
    hint: shortcut ? `/${shortcut}` : undefined,
    body: message,
  }))
  const choose = async (text: string) => {
    if (!text.includes('{{')) return onChoose(text)
    // Without the contact, fallbacks are filled in.
    const known = contactId && client.ensureQueryData(contactQuery(workspace, contactId)).catch(() => null)
    onChoose(textFor((await known) || null, text))
  }
  return <Suggestions label={say('nav.replies')} items={items} onChoose={({ body }) => void choose(body)} />
}

/** Returns a saved reply with the contact's values. A placeholder without value and fallback stays, and is asked about before sending. */
function textFor(contact: PersonalContact | null, text: string): string {
  const own = Object.keys(contact?.fields ?? {}).map((key) => `contact.fields.${key}`)
  const values = contact ? personalValues(contact, [...personalNames, ...own]) : {}
  // One by one, because a text with one faulty placeholder is not filled in at all. A value is never filled in itself.
  return text.replaceAll(/\{\{[^{}]*\}\}/g, (placeholder) => {
    const filled = fillText(placeholder, values)
    return filled === placeholder ? ownValue(values, placeholder.slice(2, -2).trim())?.trim() || placeholder : filled
  })
}
