import type { EventData } from '@posthorn/contracts'
import type { StoredContent } from '../entities/content.ts'
import type { MessageRow } from '../entities/message.ts'

type Received = EventData<'provider:message'>

/** The error of media that cannot be fetched, set when the message arrives. */
const noMedia = 'The provider named no file'

/** Kind and content of an incoming message as we store it. What cannot be applied to the message it is about is shown on its own. */
export function incomingContent({ type, content }: Pick<Received, 'type' | 'content'>): {
  type: string
  content: StoredContent | null
} {
  if (!content)
    return type === 'text' ? { type, content: null } : { type: 'unsupported', content: { unsupported: type } }
  const { type: kind, about, ...given } = content
  const { media } = given
  const shown = media && media.providerId === undefined ? { ...given, media: { ...media, error: noMedia } } : given
  // Stored only where the message that it is about is not known: the provider's id is all that says which one it was.
  const quoteProviderId = about && { quoteProviderId: about.providerId }
  if (kind === 'reaction')
    return { type: kind, content: { ...shown, ...quoteProviderId, reaction: about?.emoji ?? '' } }
  if (kind === 'edit' || kind === 'revoke')
    return { type: 'unsupported', content: { ...shown, ...quoteProviderId, unsupported: kind } }
  return { type: kind, content: Object.keys(shown).length > 0 ? shown : null }
}

/** Returns the text of an incoming message; of an edit, the new text. */
export function incomingText({ text, content }: Pick<Received, 'text' | 'content'>): string | null {
  return text ?? content?.about?.text ?? null
}

/** Content with the provider's id of a quoted message that is not known here. */
export function withQuote({ content }: MessageRow, quoteProviderId: string | undefined): MessageRow['content'] {
  return quoteProviderId === undefined ? (content ?? null) : { ...content, quoteProviderId }
}
