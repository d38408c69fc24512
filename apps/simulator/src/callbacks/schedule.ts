/** Scheduled items, earliest first. */
export type Schedule<T extends { dueMs: number }> = {
  add(item: T): void
  /** Removes and returns the earliest item if it is due. */
  takeDue(nowMs: number): T | undefined
  /** Due time of the earliest item. */
  nextMs(): number | undefined
  /** Changes items and sorts them again. */
  revise(change: (item: T) => void): void
}

/** A binary heap: adding and removing take logarithmic time. */
export function schedule<T extends { dueMs: number }>(): Schedule<T> {
  const heap: T[] = []
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
      heap.forEach(change)
      heap.sort((a, b) => a.dueMs - b.dueMs)
    },
  }
}

function rise(heap: { dueMs: number }[], from: number): void {
  let at = from
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!swapIfLater(heap, parent, at)) return
    at = parent
  }
}

function sink(heap: { dueMs: number }[]): void {
  let at = 0
  for (;;) {
    const left = 2 * at + 1
    const child = (heap[left + 1]?.dueMs ?? Number.POSITIVE_INFINITY) < (heap[left]?.dueMs ?? 0) ? left + 1 : left
    if (!swapIfLater(heap, at, child)) return
    at = child
  }
}

function swapIfLater(heap: { dueMs: number }[], upper: number, lower: number): boolean {
  const above = heap[upper]
  const below = heap[lower]
  if (above === undefined || below === undefined || above.dueMs <= below.dueMs) return false
  heap[upper] = below
  heap[lower] = above
  return true
}
