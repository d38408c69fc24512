import { describe, expect, it } from 'vitest'
import { retryDelayMs, schedule } from './deliveries.ts'

const drained = (queue: ReturnType<typeof schedule<{ dueMs: number }>>, nowMs: number) => {
  const taken: number[] = []
  for (let item = queue.takeDue(nowMs); item !== undefined; item = queue.takeDue(nowMs)) taken.push(item.dueMs)
  return taken
}

describe('the schedule', () => {
  it('gives what is due, earliest first, whatever the order of adding', () => {
    const queue = schedule<{ dueMs: number }>()
    const times = Array.from({ length: 500 }, (_, n) => (n * 7919) % 500)
    for (const dueMs of times) queue.add({ dueMs })
    expect(drained(queue, 249)).toEqual(Array.from({ length: 250 }, (_, n) => n))
    expect(queue.nextMs()).toBe(250)
    expect(drained(queue, 1000)).toHaveLength(250)
    expect(queue.nextMs()).toBeUndefined()
  })

  it('is in order again after times were changed and items removed', () => {
    const queue = schedule<{ dueMs: number }>()
    for (const dueMs of [1, 2, 3, 4, 5]) queue.add({ dueMs })
    queue.revise((item) => {
      item.dueMs = 10 - item.dueMs
      return item.dueMs !== 7
    })
    expect(drained(queue, 100)).toEqual([5, 6, 8, 9])
  })
})

it('the delay of retries grows from 0.2 s to a minute and no further', () => {
  const delays = Array.from({ length: 30 }, (_, n) => retryDelayMs(n + 1))
  expect(delays[0]).toBe(200)
  expect(delays.at(-1)).toBe(60_000)
  expect(delays).toEqual(delays.toSorted((a, b) => a - b))
})
