import { until } from '@posthorn/test-servers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type LosingBroker, startLosingBroker } from './losing-broker.fixture.ts'

const rounds = Number(process.env['LOSS_ROUNDS'] ?? 6)
const seed = Number(process.env['LOSS_SEED'] ?? Date.now())

type Action = { name: string; run: (broker: LosingBroker) => Promise<void> }

const service = fc.nat(2)
const share = fc.double({ min: 0.1, max: 1, noNaN: true })

const announce: fc.Arbitrary<Action> = fc
  .record({ by: service, events: fc.integer({ min: 1, max: 12 }) })
  .map(({ by, events }) => ({ name: `announce ${events} by ${by}`, run: (broker) => broker.announce(by, events) }))

const announceOften = fc.array(announce, { minLength: 1, maxLength: 6 })

const removal = fc.oneof(
  share.map<Action>((of) => ({ name: `purge ${of}`, run: (broker) => broker.purge(of) })),
  share.map<Action>((of) => ({ name: `delete ${of}`, run: (broker) => broker.deleteMessages(of) })),
)

/** An in-memory stream, which is what services create, is lost with the broker. Only a stream stored in a file can be rolled back. */
const losses = {
  memory: fc.oneof(
    removal,
    fc.constant<Action>({ name: 'wipe', run: (broker) => broker.wipe() }),
    fc.constant<Action>({ name: 'delete stream', run: (broker) => broker.deleteStream() }),
  ),
  file: fc.oneof(
    removal,
    fc.constant<Action>({ name: 'go back', run: (broker) => broker.goBack('all') }),
    fc.constant<Action>({ name: 'go back without consumers', run: (broker) => broker.goBack('messages') }),
  ),
}

const pauseOrRestart: fc.Arbitrary<Action> = fc.oneof(
  fc.constant<Action>({ name: 'restart broker', run: (broker) => broker.restartBroker() }),
  service.map<Action>((of) => ({ name: `restart service ${of}`, run: (broker) => broker.restartService(of) })),
  fc.constant<Action>({ name: 'nothing', run: async () => {} }),
)

const roundOf = (storage: keyof typeof losses) =>
  fc.record({
    cutOff: fc.option(service),
    keptAfter: announceOften,
    lostAfter: announceOften,
    loss: losses[storage],
    restart: pauseOrRestart,
    after: announceOften,
  })

const runAll = async (broker: LosingBroker, actions: Action[]) => {
  for (const action of actions) await action.run(broker)
}

it.concurrent.each(['memory', 'file'] as const)(
  `no event is lost and none has two effects, whatever a broker with its stream in %s loses and whichever service published it (seed ${seed})`,
  async (storage) => {
    await using broker = await startLosingBroker(storage)
    for (const [n, { cutOff, keptAfter, lostAfter, loss, restart, after }] of fc
      .sample(roundOf(storage), { seed, numRuns: rounds })
      .entries()) {
      if (cutOff !== null) await broker.cutOff(cutOff)
      await runAll(broker, keptAfter)
      if (storage === 'file') await broker.keepCopy()
      await runAll(broker, [...lostAfter, loss, restart, ...after])
      if (cutOff !== null) await broker.reconnect(cutOff)
      const describe = `round ${n}: ${cutOff === null ? 'all connected' : `${cutOff} cut off`}, ${loss.name}, ${restart.name}`
      await until(async () => (await broker.unsettled()).length === 0, { timeoutMs: 60_000, describe }).catch(
        async (err: unknown) => expect.fail(`${String(err)}\n${(await broker.unsettled()).join('\n')}`),
      )
    }
  },
  60_000 + rounds * 30_000,
)

/** Acknowledged events are removed at the third check afterwards. Checks are 5 s apart. */
const patience = { timeoutMs: 50_000 }

it.concurrent('what every service has acknowledged leaves the stream, and what one has not stays', async () => {
  await using broker = await startLosingBroker('memory')
  const messages = async () => (await broker.stream()).messages
  await until(async () => (await messages()) === 0, patience)
  await broker.cutOff(2)
  await broker.announce(0, 30)
  await broker.announce(1, 30)
  await until(async () => (await broker.unsettled()).length === 1)
  const { messages: kept, last_seq } = await broker.stream()
  expect(kept).toBeGreaterThan(0)
  await broker.announce(0, 1)
  await until(async () => (await broker.stream()).last_seq > last_seq)
  expect(await messages()).toBeGreaterThan(kept)
  await broker.reconnect(2)
  await until(async () => (await broker.unsettled()).length === 0 && (await messages()) === 0, patience)
})
