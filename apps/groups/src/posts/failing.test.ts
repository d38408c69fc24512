import { until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { channelFixture, phonesOf, useGroups } from '../groups.fixture.ts'

const service = useGroups()

it('a post whose round always fails delays those of no other workspace', async () => {
  const [broken, other] = [await channelFixture(service), await channelFixture(service)]
  await service.rows(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
     create trigger refuse before update on post for each row when (old.to_feed > new.to_feed and new.workspace_id = '${broken.workspace}')
     execute function refuse()`,
  )
  for (const fixture of [broken, other]) {
    const { id } = await fixture.channel()
    await fixture.subscribe(id, phonesOf(1))
    await fixture.api().posts.create.mutate({ channel: id, message: 'Today only' }, fixture.as())
  }
  await until(() => other.eventsOf('message:requested').length === 1)
  expect(broken.eventsOf('message:requested')).toEqual([])
})
