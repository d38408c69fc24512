import type { EventData } from '@posthorn/contracts'
import type { StoredContent } from '../entities/content.ts'
import type { MessageRow } from '../entities/message.ts'

type Received = EventData<'provider:message'>

/** Error for media that the callback doesn't identify. */
const noMedia = 'The provider named no file'

/** Returns the kind and content to store for an incoming message. A change that can't be applied to its target becomes a separate message. */
export function incomingContent({ type, content }: Pick<Received, 'type' | 'content'>): {
  type: string
  content: StoredContent | null
} {
  if (!content)
    return type === 'text' ? { type, content: null } : { type: 'unsupported', content: { unsupported: type } }
  const { type: kind, about, ...given } = content
  const { media } = given
  const shown = media && media.providerId === undefined ? { ...given, media: { ...media, error: noMedia } } : given
  // Stored only if the quoted message is unknown: then nothing else identifies it.
  const quoteProviderId = about && { quoteProviderId: about.providerId }
  if (kind === 'reaction')
    return { type: kind, content: { ...shown, ...quoteProviderId, reaction: about?.emoji ?? '' } }
  if (kind === 'edit' || kind === 'revoke')
    return { type: 'unsupported', content: { ...shown, ...quoteProviderId, unsupported: kind } }
  return { type: kind, content: Object.keys(shown).length > 0 ? shown : null }
}

/** Returns the text of an incoming message, or the new text of an edit. */
export function incomingText({ text, content }: Pick<Received, 'text' | 'content'>): string | null {
  return text ?? content?.about?.text ?? null
}

export function withQuote({ content }: MessageRow, quoteProviderId: string | undefined): MessageRow['content'] {
  return quoteProviderId === undefined ? (content ?? null) : { ...content, quoteProviderId }
}
