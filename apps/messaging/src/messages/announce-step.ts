import type { Announcement, Tx } from '@posthorn/chassis'
import type { Author } from '../entities/chat.ts'
import type { MessageRow } from '../entities/message.ts'
import { type MessageContext, messageEventData } from './present.ts'

/** A change by a caller to a message that isn't sent yet. */
type Step =
  | { kind: 'message:scheduled' | 'message:canceled' }
  | { kind: 'message:changed'; changed: string[]; movedFrom?: { number: string; chat: string } }

/** Announces what a caller or operator did to an unsent message. */
export function announceStep(
  tx: Pick<Tx, 'emit'>,
  row: MessageRow & MessageContext,
  step: Step & { by: Author },
): void {
  const { kind, ...more } = step
  const announcement = {
    kind,
    workspace: row.workspaceId,
    data: { ...messageEventData(row, row), ...more },
    aggregate: { id: row.id, version: row.version },
    traceparent: row.traceparent ?? undefined,
  }
  tx.emit(announcement as Announcement<Step['kind']>)
}
