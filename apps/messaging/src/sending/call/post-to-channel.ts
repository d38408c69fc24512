import { inTransaction } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import type { MessagingRuntime } from '../../config.ts'
import { bodyOf } from '../../content/body.ts'
import type { ClaimedJob } from '../claim/claimed-job.ts'
import { convertToPost } from './post-to-channel.sql.ts'

/**
 * Requests a post for a message to a channel. The message stays `sending` until the end of the post is announced. No call is made here:
 * either all of this is committed, or the lease ends and it is done again.
 */
export async function postToChannel(runtime: MessagingRuntime, job: ClaimedJob): Promise<void> {
  const { workspaceId: workspace, recipient: channel } = job
  const post = newId('pst')
  try {
    await inTransaction(runtime, async (tx) => {
      if (!(await convertToPost(tx.em, job, post))) return
      const data = { post, channel, content: bodyOf(job) }
      tx.emit({ kind: 'post:requested', workspace, data, aggregate: { id: post, version: 1 } })
      tx.wake('dispatch')
    })
  } catch (err) {
    runtime.log.error({ message: job.messageId, err }, 'message.post_failed')
  }
}
