import { until } from '@posthorn/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { channelFixture, postCalls, useGroups } from '../groups.fixture.ts'

const service = useGroups()
const people = 25_000

beforeAll(async () => {
  await service.rows(
    `create function refuse_more_than_a_page() returns trigger language plpgsql as $$
     begin if (select count(*) from changed) > 10000 then raise exception 'more than a page'; end if; return null; end $$`,
  )
  for (const table of ['subscriber', 'post_delivery'])
    for (const [change, rows] of [
      ['update', 'new'],
      ['delete', 'old'],
    ])
      await service.rows(
        `create trigger ${change}_of_a_page after ${change} on ${table} referencing ${rows} table as changed
         for each statement execute function refuse_more_than_a_page()`,
      )
})

/** A channel with many subscribers, and a post that is paused before any message is handed over. */
async function largeChannel() {
  const fixture = await channelFixture(service)
  const { id } = await fixture.channel()
  await service.rows(
    `insert into subscriber (workspace_id, channel_id, id, subscribed, by)
     select $1, $2, '+4915' || (200000000 + n), true, 'you' from generate_series(1, ${people}) n`,
    [fixture.workspace, id],
  )
  const posts = postCalls(service, fixture, id)
  const { id: post } = await posts.create({})
  await until(async () => (await posts.show(post)).counts.total === people)
  return { ...fixture, ...posts, id, post }
}

describe('a channel with more people than one statement may change', () => {
  it('has its post stopped page by page', async () => {
    const channel = await largeChannel()
    const { status, counts } = await channel.stop(channel.post)
    expect(status).toBe('stopping')
    expect(counts.canceled).toBe(10_000)
    await until(async () => (await channel.show(channel.post)).counts.waiting === 0)
    const handed = channel.handed().length
    expect((await channel.show(channel.post)).counts).toMatchObject({ total: people, canceled: people - handed })
    await until(() => channel.eventsOf('post:updated').at(-1)?.waiting === 0)
  })

  it('is deleted at once for its callers, and page by page in the tables', async () => {
    const { api, as, id, post } = await largeChannel()
    expect(await api().channels.remove.mutate({ id }, as())).toEqual({ id, deleted: true })
    await expect(api().channels.get.query({ id }, as())).rejects.toThrow('no such channel')
    const left = `select count(*)::int as count from (select from channel where id = $1 union all
      select from subscriber where channel_id = $1 union all select from post_delivery where post_id = $2) rows`
    await until(async () => (await service.rows<{ count: number }>(left, [id, post]))[0]?.count === 0)
  })
})
