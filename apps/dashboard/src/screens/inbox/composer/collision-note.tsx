import { Alert } from '@mantine/core'
import { say } from '../../../words/say.ts'
import type { Collision } from './collision.ts'

/** The sentence that stops an answer once. */
export function CollisionNote({ collision }: { collision: Collision | undefined }) {
  if (collision === undefined) return null
  return (
    <Alert color="yellow" p="xs" mb="xs">
      {say(`collision.${collision.reason}`, { name: collision.name })}
    </Alert>
  )
}
