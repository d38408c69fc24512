import type { QueryClient, QueryKey } from '@tanstack/react-query'

const pauseMs = 800
const planned = new Map<string, QueryKey>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Reads what is on the screen under a key anew, soon and at most once in a while, however many events ask for it. */
export function planRefresh(client: QueryClient, key: QueryKey): void {
  planned.set(JSON.stringify(key), key)
  timer ??= setTimeout(() => {
    timer = undefined
    const keys = [...planned.values()]
    planned.clear()
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }, pauseMs)
}
