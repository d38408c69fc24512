import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { EventData } from '@posthorn/contracts'

/** One message to everybody who was subscribed when it was posted. */
export const Post = defineEntity({
  name: 'Post',
  tableName: 'post',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    channelId: p.string(),
    message: p.text().nullable(),
    template: p.json<NonNullable<EventData<'channel:message'>['template']>>().nullable(),
    state: p.string().$type<'posting' | 'posted'>().default('posting'),
    createdAt: p.datetime(),
    postedAt: p.datetime().nullable(),
  },
})

/** A row of `post`. */
export type PostRow = InferEntity<typeof Post>
