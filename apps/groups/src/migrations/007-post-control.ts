import { migration } from '@posthorn/chassis'

/**
 * Posts that are scheduled, tested, paused and stopped. `to_feed` counts what is not in the queue of the number yet, so that it need not be
 * counted over all people of a post each time; `version` orders the events about a post.
 */
export const groups007 = migration('groups_007_post_control', [
  `alter table post
     add column version integer not null default 2,
     add column deliver_at timestamptz,
     add column to_feed integer not null default 0`,
  'alter table post drop constraint post_state_check',
  `alter table post add constraint post_state_check
     check (state in ('scheduled', 'testing', 'posting', 'paused', 'stopping', 'stopped', 'posted'))`,
  'drop index post_posting',
  `create index post_open on post (id) where state in ('scheduled', 'testing', 'posting', 'stopping')`,
  'alter table post_delivery add column test boolean not null default false',
  'alter table post_delivery drop constraint post_delivery_status_check',
  `alter table post_delivery add constraint post_delivery_status_check check (status in
     ('waiting', 'queued', 'sent', 'delivered', 'read', 'failed', 'canceled', 'opted_out', 'unsubscribed'))`,
  `update post p set to_feed = d.count from (
     select workspace_id, post_id, count(*)::int as count from post_delivery where status = 'waiting' group by workspace_id, post_id
   ) d where d.workspace_id = p.workspace_id and d.post_id = p.id`,
])
