import { copiedId, copyRow, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { buildMessagesBody, buildTexts, postCallback, readAppSecret, sign, useNumbers } from '../numbers.fixture.ts'

const { fixture } = useNumbers()
const backlog = 300

/** Refuses to store an address, as if another transaction held it. Counts the tries, which a rollback doesn't undo. */
const lockAddress = (address: string) => `create sequence tries;
  create function hold() returns trigger language plpgsql security definer as $$ begin
    perform nextval('tries'); raise exception 'held' using errcode = 'lock_not_available'; end $$;
  create trigger hold before insert on sender for each row when (new.address = '${address}') execute function hold()`

async function receiveOne(): Promise<{ workspace: string; number: string }> {
  const { service } = fixture
  const workspace = service.workspace()
  const input = { name: 'Shop', provider: 'simulator' } as const
  const { id: number, phoneNumberId } = await service.clients.numbers.numbers.create.mutate(
    input,
    service.as(workspace),
  )
  const body = buildMessagesBody('1', buildTexts(phoneNumberId, [`wamid.${number}`]))
  await postCallback(service, { number, body, signature: sign(body, await readAppSecret(service, number)) })
  return { workspace, number }
}

it('a backlog of bodies of one workspace delays no other', async () => {
  const [flooding, quiet] = [await receiveOne(), await receiveOne()]
  const { rows, bus } = fixture.service
  const messagesOf = ({ workspace }: { workspace: string }) =>
    bus.published.filter((event) => event.workspace === workspace && event.event === 'provider:message')
  await until(() => messagesOf(flooding).length === 1 && messagesOf(quiet).length === 1)
  await copyRow(fixture.service, {
    table: 'callback',
    where: 'number_id = $1',
    params: [flooding.number],
    count: backlog,
    changes: `jsonb_build_object('id', ${copiedId('id')}, 'unpacked_at', null)`,
  })
  await rows('update callback set unpacked_at = null where number_id = $1', [quiet.number])
  await until(() => messagesOf(flooding).length === backlog + 1 && messagesOf(quiet).length === 2)
  const kinds = bus.published.filter(({ event }) => event === 'provider:message')
  const place = kinds.findLastIndex(({ workspace }) => workspace === quiet.workspace)
  // A round takes fifty bodies, and the loop may have started one before the quiet workspace's body was stored.
  expect(place).toBeLessThan(150)
})

it('a body in whose way another transaction is is read once that has ended', async () => {
  const { service } = fixture
  const { rows, bus } = service
  const as = service.as(service.workspace())
  const { id: number, phoneNumberId } = await service.clients.numbers.numbers.create.mutate(
    { name: 'Shop', provider: 'simulator' },
    as,
  )
  await rows(lockAddress('+4915112345678'))
  await rows('delete from sender')
  const texts = buildTexts(phoneNumberId, [`wamid.${number}`], 'x'.repeat(40_000))
  const body = buildMessagesBody('1', texts)
  await postCallback(service, { number, body, signature: sign(body, await readAppSecret(service, number)) })
  const tries = 'select 1 from tries where last_value >= 2'
  await until(async () => (await rows(tries)).length === 1)
  await rows('drop trigger hold on sender')
  const isRead = () =>
    bus.published.some(
      (each) => each.event === 'provider:message' && (each.data as { number: string }).number === number,
    )
  await until(isRead)
  expect(await rows('select error from callback where number_id = $1', [number])).toEqual([{ error: null }])
})
