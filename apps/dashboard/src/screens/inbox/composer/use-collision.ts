import type { Presence } from '@posthorn/sdk'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Message, Page } from '../../../api/kinds.ts'
import { useMe } from '../../../session/me.ts'
import { messagesQuery } from '../data.ts'
import { type Collision, collisionOf } from './collision.ts'

type Options = { workspace: string; chat: string; others: Presence[]; isWriting: boolean }

/** Stops a reply once if a colleague is also replying. The second attempt sends it. */
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
    // Use the newest message to mark the start, because this computer's clock may differ from the server's.
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
