import type { Tx } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import type { CanceledJob } from './known-posts.sql.ts'

/** Maximum number of phones in one event. */
const chunkMax = 100

type Canceled = { workspace: string; jobs: Pick<CanceledJob, 'recipient' | 'post'>[]; recalled?: boolean }

/** Announces a post's canceled messages, so that the post counts them. */
export function announceCanceled({ emit }: Pick<Tx, 'emit'>, { workspace, jobs, recalled = false }: Canceled): void {
  for (const [post, ofPost] of Map.groupBy(jobs, (job) => job.post)) {
    if (post === null) continue
    for (let i = 0; i < ofPost.length; i += chunkMax) {
      const phones = ofPost.slice(i, i + chunkMax).map(({ recipient }) => recipient)
      const aggregate = { id: newId('evt'), version: 1 }
      emit({
        kind: 'post:messages_canceled',
        workspace,
        data: { post: post as `pst_${string}`, phones, recalled },
        aggregate,
      })
    }
  }
}
