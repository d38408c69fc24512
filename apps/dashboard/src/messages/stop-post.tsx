import type { MantineSize } from '@mantine/core'
import type { Post } from '@posthorn/sdk'
import { api } from '../api/api.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { say } from '../words/words.ts'

/** Button that stops a broadcast, after asking with how many people won't get it, if that is known. */
export function StopPost({ post, size }: { post: Post; size: `compact-${MantineSize}` }) {
  return (
    <ConfirmButton
      name={say('word.stop')}
      text={sayWhoIsLeft(post)}
      run={() => api.posts.stop({ id: post.id })}
      changes={['channels']}
      done={() => say('post.isStopped')}
      button={{ size, color: 'red', variant: 'light' }}
    />
  )
}

/** Returns the question's text, with how many people won't get it once that is known: the whole audience has to be gathered first. */
function sayWhoIsLeft({ status, counts: { waiting, queued } }: Post): string {
  const isCounted = status === 'posting' || status === 'paused'
  return isCounted ? say('post.stopWhy', { count: waiting + queued }) : say('post.stopWhyUncounted')
}
