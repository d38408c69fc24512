import type { Post } from '@posthorn/sdk'
import { api, useAction } from '../api/api.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { useWorkspaceId } from '../session/session.ts'
import { say } from '../words/words.ts'

/** Button that stops a broadcast, after showing how many people won't get it. */
export function StopPost({ post: { id, counts } }: { post: Post }) {
  const workspace = useWorkspaceId()
  const stop = useAction({
    run: () => api.posts.stop({ id }),
    changes: [['channels', workspace]],
    done: (stopped) => say('post.isStopped', { count: stopped.counts.canceled }),
  })
  return (
    <ConfirmButton
      name={say('post.stop')}
      text={say('post.stopWhy', { count: counts.waiting + counts.queued })}
      run={() => stop.mutateAsync(undefined)}
      button={{ size: 'compact-xs', color: 'red', variant: 'light' }}
    />
  )
}
