import { Agent } from 'undici'
import { callbackUrlOf, isOfAccount, type SimulatedNumber } from '../state/numbers.ts'
import { fieldOf, postCallback, type Update } from './envelope.ts'

/** The updates in one POST. `attempt` counts earlier attempts. A failed batch is posted again unchanged. */
type Batch = { dueMs: number; bornMs: number; phoneNumberId: string; updates: Update[]; attempt: number }
type NumberQueue = { fresh: Update[]; retries: Batch[]; inFlight: number }

const postsAtOncePerNumber = 4
const updatesPerPostMax = 100
const retryDelayMsFirst = 200
const retryDelayMsMax = 60_000
const retryGrowth = 1.5
const giveUpAfterMs = 7 * 24 * 3_600_000

/** Dependencies of `Deliveries`: the current numbers, and a callback for updates that were confirmed or have expired. */
type DeliveriesInput = { numberOf(phoneNumberId: string): SimulatedNumber | undefined; onDone(ids: number[]): void }

/** Returns the delay before a batch is posted again. `attempt` is 1 for the first repetition. */
export const retryDelayMs = (attempt: number): number =>
  Math.min(retryDelayMsMax, retryDelayMsFirst * retryGrowth ** (attempt - 1))

/**
 * Posts updates to their numbers' receivers until they return 200, for up to 7 days. Updates due at the same time share
 * a POST. While a number has its maximum number of concurrent posts, further updates accumulate for the next one.
 */
export class Deliveries {
  readonly #input: DeliveriesInput
  readonly #agent = new Agent({ connections: postsAtOncePerNumber * 4, keepAliveTimeout: 10_000 })
  readonly #waiting: Schedule<Batch> = schedule<Batch>()
  readonly #queues = new Map<string, NumberQueue>()
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(input: DeliveriesInput) {
    this.#input = input
  }

  /** Schedules an update. Its first post is at `dueMs`. */
  add(update: Update, dueMs: number): void {
    this.#waiting.add({ dueMs, bornMs: dueMs, phoneNumberId: update.phoneNumberId, updates: [update], attempt: 0 })
    if (this.#waiting.nextMs() === dueMs) this.#arm()
  }

  /** Makes all of a number's scheduled updates due `ms` earlier, because its clock was advanced. */
  advance(phoneNumberId: string, ms: number): void {
    this.#waiting.revise((batch) => {
      if (batch.phoneNumberId === phoneNumberId) batch.dueMs -= ms
      return true
    })
    this.#arm()
  }

  /** Drops all of a number's updates. Those that are being posted are not repeated. */
  drop(phoneNumberId: string): void {
    this.#waiting.revise((batch) => batch.phoneNumberId !== phoneNumberId)
    this.#queues.delete(phoneNumberId)
  }

  /** Stops without waiting. Unconfirmed updates are posted again after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#agent.destroy()
  }

  /** Sets the timer to the time of the next due batch. */
  #arm(): void {
    clearTimeout(this.#timer)
    const nextMs = this.#waiting.nextMs()
    if (nextMs === undefined || this.#stopped) return
    this.#timer = setTimeout(() => this.#releaseDue(), Math.max(0, nextMs - Date.now()))
  }

  /** Moves due batches to the queues of their numbers, and starts posting. */
  #releaseDue(): void {
    const touched = new Set<string>()
    for (let due = this.#waiting.takeDue(Date.now()); due !== undefined; due = this.#waiting.takeDue(Date.now())) {
      const queue = this.#queueOf(due.phoneNumberId)
      if (due.attempt === 0) queue.fresh.push(...due.updates)
      else queue.retries.push(due)
      touched.add(due.phoneNumberId)
    }
    for (const phoneNumberId of touched) this.#pump(phoneNumberId)
    this.#arm()
  }

  /** Posts waiting updates until the number has its maximum of concurrent posts. Each post that ends starts the next. */
  #pump(phoneNumberId: string): void {
    const queue = this.#queueOf(phoneNumberId)
    while (queue.inFlight < postsAtOncePerNumber && !this.#stopped) {
      const batch = nextBatch(queue, phoneNumberId)
      if (batch === undefined) return
      queue.inFlight++
      const end = () => {
        queue.inFlight--
        this.#pump(phoneNumberId)
      }
      // If recording the result fails, for example on a full disk, the updates are posted again.
      this.#deliver(batch, queue)
        .catch(() => this.#repeat(batch, queue))
        .finally(end)
    }
  }

  /** Posts a batch, and repeats it later unless the receiver returned 200. Drops it after 7 days, or if its number is gone or has no callback URL. */
  async #deliver(batch: Batch, queue: NumberQueue): Promise<void> {
    const number = this.#input.numberOf(batch.phoneNumberId)
    const isLate = Date.now() - batch.bornMs > giveUpAfterMs
    const isDropped = number === undefined || isLate || callbackUrlOf(number, fieldOf(batch.updates)) === ''
    const isDone = isDropped || (await postCallback(this.#agent, number, batch.updates))
    if (this.#stopped) return
    if (isDone) return this.#input.onDone(batch.updates.map(({ id }) => id))
    this.#repeat(batch, queue)
  }

  /** Schedules a batch again after its retry delay, unless its number was deleted meanwhile. */
  #repeat(batch: Batch, queue: NumberQueue): void {
    if (this.#queues.get(batch.phoneNumberId) !== queue) return
    const attempt = batch.attempt + 1
    this.#waiting.add({ ...batch, attempt, dueMs: Date.now() + retryDelayMs(attempt) })
    this.#arm()
  }

  /** Returns a number's queue, which is created at its first use. */
  #queueOf(phoneNumberId: string): NumberQueue {
    const known = this.#queues.get(phoneNumberId)
    if (known !== undefined) return known
    const queue: NumberQueue = { fresh: [], retries: [], inFlight: 0 }
    this.#queues.set(phoneNumberId, queue)
    return queue
  }
}

/** Takes the next batch of a queue. Retries go first and unchanged; otherwise up to 100 fresh updates for one URL share a POST. */
function nextBatch(queue: NumberQueue, phoneNumberId: string): Batch | undefined {
  const retry = queue.retries.shift()
  if (retry !== undefined) return retry
  if (queue.fresh.length === 0) return undefined
  const nowMs = Date.now()
  const isFirstOfAccount = isOfAccount(fieldOf(queue.fresh))
  const other = queue.fresh.findIndex((update) => isOfAccount(fieldOf([update])) !== isFirstOfAccount)
  const updates = queue.fresh.splice(0, Math.min(updatesPerPostMax, other < 0 ? updatesPerPostMax : other))
  return { dueMs: nowMs, bornMs: nowMs, phoneNumberId, updates, attempt: 0 }
}

type Schedule<T extends { dueMs: number }> = {
  add(item: T): void
  /** Removes and returns the earliest item if it is due, or returns undefined. */
  takeDue(nowMs: number): T | undefined
  nextMs(): number | undefined
  /** Changes items in place, removes those for which `change` returns false, and restores the order. */
  revise(change: (item: T) => boolean): void
}

/** Creates a queue in the order of `dueMs`: a binary heap, in which adding and removing take logarithmic time. */
export function schedule<T extends { dueMs: number }>(): Schedule<T> {
  let heap: T[] = []
  return {
    add: (item) => {
      heap.push(item)
      rise(heap, heap.length - 1)
    },
    takeDue: (nowMs) => {
      const first = heap[0]
      if (first === undefined || first.dueMs > nowMs) return undefined
      const last = heap.pop()
      if (last !== undefined && heap.length > 0) {
        heap[0] = last
        sink(heap)
      }
      return first
    },
    nextMs: () => heap[0]?.dueMs,
    revise: (change) => {
      heap = heap.filter(change).sort((a, b) => a.dueMs - b.dueMs)
    },
  }
}

/** Moves an added item toward the top of the heap until its parent is due no later. */
function rise(heap: { dueMs: number }[], start: number): void {
  let at = start
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!swapIfLater(heap, parent, at)) return
    at = parent
  }
}

/** Moves the item at the top down until neither child is due earlier. */
function sink(heap: { dueMs: number }[]): void {
  let at = 0
  for (;;) {
    const left = 2 * at + 1
    const child = (heap[left + 1]?.dueMs ?? Number.POSITIVE_INFINITY) < (heap[left]?.dueMs ?? 0) ? left + 1 : left
    if (!swapIfLater(heap, at, child)) return
    at = child
  }
}

/** Swaps two items if the upper one is due later. Returns whether it did. */
function swapIfLater(heap: { dueMs: number }[], upper: number, lower: number): boolean {
  const above = heap[upper]
  const below = heap[lower]
  if (above === undefined || below === undefined || above.dueMs <= below.dueMs) return false
  heap[upper] = below
  heap[lower] = above
  return true
}
