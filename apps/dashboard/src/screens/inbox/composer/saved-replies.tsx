import { useQuery } from '@tanstack/react-query'
import { repliesQuery } from '../../../api/api.ts'
import { say } from '../../../words/words.ts'
import { matchingReplies } from './matches.ts'
import { Suggestions } from './suggestions.tsx'

type Props = { workspace: string; afterSlash: string; onChoose: (text: string) => void }

/** Suggests saved replies whose shortcut or name matches the text after the slash. */
export function SavedReplies({ workspace, afterSlash, onChoose }: Props) {
  const replies = useQuery(repliesQuery(workspace)).data ?? []
  const items = matchingReplies(replies, afterSlash).map(({ id, name, shortcut, message }) => ({
    id,
    name,
    hint: shortcut ? `/${shortcut}` : undefined,
    body: message,
  }))
  return <Suggestions label={say('nav.replies')} items={items} onChoose={({ body }) => onChoose(body)} />
}
