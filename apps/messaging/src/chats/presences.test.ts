import { createLog, openBus } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import { natsUrl, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { createPresences } from './presences.ts'

const by = { type: 'member' as const, id: 'mem_grace', name: 'Grace' }

it('presences reach the other processes of the service, end when the person leaves, and after twenty seconds', async () => {
  const name = newId('ws')
  const open = () => openBus({ url: natsUrl(), name, service: 'messaging', log: createLog('test', 'silent') })
  const buses = [open(), open()] as const
  let nowMs = Date.now()
  const [here, there] = [createPresences({ bus: buses[0] }), createPresences({ bus: buses[1] }, () => nowMs)]
  const place = 'ws_a chat_a'
  const report = (status: 'viewing' | 'left') => here.report({ place, by, status })
  await until(() => {
    report('viewing')
    return there.at(place).length === 1
  })
  expect(there.at(place)[0]).toMatchObject({ by, status: 'viewing' })
  nowMs += 21_000
  expect(there.at(place)).toEqual([])
  await until(() => {
    report('viewing')
    return there.at(place).length === 1
  })
  report('left')
  await until(() => there.at(place).length === 0)
  expect(here.at(place)).toEqual([])
  await Promise.all(buses.map((bus) => bus.close()))
})
