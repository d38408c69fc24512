import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepRunning, type Mortal } from './host.ts'

class Processes {
  living = 0
  most = 0
  last: { end(): void } = { end: () => {} }

  start(): Mortal {
    this.living += 1
    this.most = Math.max(this.most, this.living)
    const { promise: exited, resolve } = Promise.withResolvers<void>()
    let ended = false
    const end = () => {
      if (!ended) this.living -= 1
      ended = true
      resolve()
    }
    this.last = { end }
    return {
      pid: 1,
      exited,
      stop: async () => {
        // Like a real process, exits some time after the signal.
        await new Promise(setImmediate)
        end()
      },
    }
  }
}

test('however its starts fail, there is one process at most, it comes back, and none is left when it is stopped', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('starts', 'fails', 'dies while it starts', 'fails before it begins'), { maxLength: 6 }),
      async (starts) => {
        const processes = new Processes()
        const script = [...starts]
        const back = Promise.withResolvers<void>()
        let failed = 0
        const kept = keepRunning({
          first: processes.start(),
          pauseMsMax: 1,
          async again(begun) {
            const next = script.shift() ?? 'starts'
            if (next === 'fails before it begins') throw new Error(next)
            const process = begun(processes.start())
            if (next === 'dies while it starts') processes.last.end()
            if (next !== 'starts') throw new Error(next)
            return process
          },
          onChange(change) {
            if ('failed' in change) failed += 1
            if (!('started' in change)) return
            if (script.length > 0) processes.last.end()
            else back.resolve()
          },
        })
        processes.last.end()
        await back.promise
        expect({ living: processes.living, most: processes.most }).toEqual({ living: 1, most: 1 })
        expect(failed).toBe(starts.filter((each) => each !== 'starts').length)
        await kept.stop()
        expect(processes.living).toBe(0)
      },
    ),
    { numRuns: 30 },
  ))

test('a stop ends also what is being started', async () => {
  const processes = new Processes()
  const starting = Promise.withResolvers<void>()
  const kept = keepRunning({
    first: processes.start(),
    async again(begun) {
      const process = begun(processes.start())
      starting.resolve()
      await process.exited
      throw new Error('it ended before it was ready')
    },
    onChange: () => {},
  })
  processes.last.end()
  await starting.promise
  await kept.stop()
  expect(processes.living).toBe(0)
})
