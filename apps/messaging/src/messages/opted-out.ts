import { fail } from '@posthorn/contracts'
import type { StoredContent } from '../entities/content.ts'
import type { Call, Destination } from './destination.ts'
import type { Targets } from './targets.sql.ts'

/**
 * The mark of a single message to a recipient who has opted out. A message of a post to one is refused, any other where the workspace
 * says so: with `contact:opted_out`.
 */
export function optedOutMark(
  { workspace, post }: Call,
  targets: Targets,
  { chat, recipient }: Pick<Destination, 'chat' | 'recipient'>,
): Pick<StoredContent, 'optedOut'> {
  if (chat.type !== 'direct' || !targets.hasOptedOut(workspace, recipient)) return {}
  if (post !== undefined || targets.optedOutMessages(workspace) === 'refuse') fail('contact:opted_out')
  return { optedOut: true }
}
