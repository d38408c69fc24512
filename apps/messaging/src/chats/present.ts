import { isoTime } from '@posthorn/chassis'
import type { chat, Unfilled } from '@posthorn/contracts'
import type { z } from 'zod'
import type { ChatRow } from '../entities/chat.ts'

export function presentChat(row: ChatRow): Unfilled<z.output<typeof chat>> {
  return {
    id: row.id,
    number: row.numberId,
    type: row.type,
    name: row.name ?? null,
    phone: row.phone ?? null,
    contact: row.contactId ?? null,
    group: row.groupId ?? null,
    channel: row.type === 'channel' ? row.recipient : null,
    status: row.status,
    unread: row.unreadCount > 0,
    unreadCount: row.unreadCount,
    pinned: row.pinned,
    muted: row.muted,
    assignee: row.assignee ?? null,
    labels: row.labels,
    snooze: row.snooze ?? null,
    rating: row.rating ?? null,
    failed: row.failed,
    lastMessage: row.lastMessage ?? null,
    waitingSince: isoTime(row.waitingSince),
    lastInboundAt: isoTime(row.lastInboundAt),
    lastOutboundAt: isoTime(row.lastOutboundAt),
    windowClosesAt: isoTime(row.windowClosesAt),
    version: row.version,
    createdAt: isoTime(row.createdAt) as string,
    updatedAt: isoTime(row.updatedAt) as string,
  }
}
