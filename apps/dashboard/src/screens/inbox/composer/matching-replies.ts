import type { SavedReply } from '@posthorn/sdk'

const shownMax = 6

/** Returns the saved replies that match the text after the slash, starting with those whose shortcut matches. */
export function matchingReplies(replies: readonly SavedReply[], afterSlash: string): SavedReply[] {
  const text = afterSlash.toLowerCase()
  const beginsWith = ({ shortcut }: SavedReply) => shortcut?.toLowerCase().startsWith(text) ?? false
  const isNamed = ({ name }: SavedReply) => name.toLowerCase().includes(text)
  return [...replies.filter(beginsWith), ...replies.filter((reply) => !beginsWith(reply) && isNamed(reply))].slice(
    0,
    shownMax,
  )
}
