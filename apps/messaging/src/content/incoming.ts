import type { EventData } from '@posthorn/contracts'
import type { StoredContent } from '../entities/content.ts'

/** Kind and content of an incoming message as we store it. What cannot be applied to the message it is about is shown on its own. */
export function incomingContent({ type, content }: EventData<'provider:message'>): {
  type: string
  content: StoredContent | null
} {
  if (!content)
    return type === 'text' ? { type, content: null } : { type: 'unsupported', content: { unsupported: type } }
  const { type: kind, about, ...shown } = content
  if (kind === 'reaction') return { type: kind, content: { ...shown, reaction: about?.emoji ?? '' } }
  if (kind === 'edit' || kind === 'revoke') return { type: 'unsupported', content: { ...shown, unsupported: kind } }
  return { type: kind, content: Object.keys(shown).length > 0 ? shown : null }
}
