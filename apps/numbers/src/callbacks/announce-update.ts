import type { Announcement } from '@posthorn/chassis'
import type { CallbackUpdate } from '@posthorn/provider'

type Readable = Exclude<CallbackUpdate, { kind: 'unreadable' }>
type Kind = 'provider:message' | 'provider:status' | 'provider:preference' | 'provider:group' | 'provider:account'

/** The event of one update, for the number it belongs to. Consumers know repeats by the natural key: the provider's ids. */
export function announcementOf(
  update: Readable,
  { owner, traceparent }: { owner: { id: string; workspaceId: string }; traceparent: string | null },
): Announcement<Kind> {
  const number = owner.id
  const about = { workspace: owner.workspaceId, traceparent: traceparent ?? undefined }
  if (update.kind === 'message') {
    const { kind: _kind, phoneNumberId: _id, ...message } = update
    const chat = message.groupId ?? message.from.phone ?? message.from.userId ?? message.providerId
    const aggregate = { id: `${number} ${chat}`, version: 1 }
    return { kind: 'provider:message', data: { number, ...message }, aggregate, ...about }
  }
  if (update.kind === 'status') {
    const { kind: _kind, phoneNumberId: _id, raw: _raw, ...status } = update
    const aggregate = { id: status.providerId, version: 1 }
    return { kind: 'provider:status', data: { number, ...status }, aggregate, ...about }
  }
  if (update.kind === 'preference') {
    const { kind: _kind, phoneNumberId: _id, ...told } = update
    const aggregate = { id: `${number} ${told.from.phone ?? told.from.userId ?? ''}`, version: 1 }
    return { kind: 'provider:preference', data: { number, ...told }, aggregate, ...about }
  }
  const { kind, field, raw } = update
  const aggregate = { id: number, version: 1 }
  return {
    kind: kind === 'group' ? 'provider:group' : 'provider:account',
    data: { number, field, raw },
    aggregate,
    ...about,
  }
}
