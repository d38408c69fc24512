import type { Presence } from '@posthorn/sdk'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Message, Page } from '../../../api/kinds.ts'
import { useMe } from '../../../session/me.ts'
import { messagesQuery } from '../data.ts'

/** A colleague whose reply would collide. */
export type Collision = { reason: 'writing' | 'answered'; name: string }

/** Returns a colleague who is typing a reply, or sent one since the person started typing. */
export function collisionOf({ others, messages, begunAt, me }: CollisionFacts): Collision | undefined {
  const answer = messages.find(
    ({ direction, createdAt, by }) =>
      direction === 'out' && createdAt > begunAt && by?.type === 'member' && by.id !== me,
  )
  if (answer) return { reason: 'answered', name: answer.by?.name ?? '' }
  const writer = others.find(({ status }) => status === 'writing')
  return writer && { reason: 'writing', name: writer.by.name ?? '' }
}

type CollisionFacts = {
  others: Presence[]
  messages: Pick<Message, 'direction' | 'createdAt' | 'by'>[]
  /** Time of the newest message when the person started typing. */
  begunAt: string
  me: string | undefined
}

type Options = { workspace: string; chat: string; others: Presence[]; isWriting: boolean }

/** Stops a reply once if a colleague is replying too; the second attempt sends it. */
export function useCollision({ workspace, chat, others, isWriting }: Options) {
  const client = useQueryClient()
  const me = useMe().member?.id
  const begun = useRef<string>(undefined)
  const [shown, setShown] = useState<Collision>()
  const newestMessages = () => {
    const data = client.getQueryData<InfiniteData<Page<Message>>>(messagesQuery(workspace, chat).queryKey)
    return data?.pages[0]?.items ?? []
  }
  useEffect(() => {
    // This computer's clock may differ from the server's, so the newest message marks the start.
    begun.current = isWriting ? (newestMessages()[0]?.createdAt ?? '') : undefined
    if (!isWriting) setShown(undefined)
  }, [isWriting])
  const stops = () => {
    if (shown !== undefined || begun.current === undefined) return false
    const found = collisionOf({ others, messages: newestMessages(), begunAt: begun.current, me })
    setShown(found)
    return found !== undefined
  }
  return { shown, stops }
}
