import type { QueryClient, QueryKey } from '@tanstack/react-query'

const pauseMs = 800
const planned = new Map<string, { client: QueryClient; queryKey: QueryKey }>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Reads what is on the screen under a key anew, soon and at most once in a while, however many events ask for it. */
export function planRefresh(client: QueryClient, key: QueryKey): void {
  planned.set(JSON.stringify(key), { client, queryKey: key })
  timer ??= setTimeout(() => {
    timer = undefined
    const due = [...planned.values()]
    planned.clear()
    for (const { client: of, queryKey } of due) void of.invalidateQueries({ queryKey })
  }, pauseMs)
}
