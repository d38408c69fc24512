import { useEffect } from 'react'
import { say } from '../words/words.ts'

/** What the title of the browser tab consists of: alerts since the person last looked at the tab, and the page's own title. */
const tab: { alerts: number; page: string | undefined } = { alerts: 0, page: undefined }

/** Changes a part of the tab's title. The other part stays: a page that is renamed while no one looks keeps the number of alerts. */
function change(part: Partial<typeof tab>): void {
  Object.assign(tab, part)
  const title = tab.page === undefined ? say('app.name') : `${tab.page} · ${say('app.name')}`
  document.title = tab.alerts > 0 ? `(${tab.alerts}) ${title}` : title
}

/** Adds one to the number of alerts in the tab's title. */
export const countInTitle = (): void => change({ alerts: tab.alerts + 1 })

/** Removes the number of alerts from the tab's title. */
export const clearTitle = (): void => change({ alerts: 0 })

/** Sets the title of the browser tab. If undefined, a nested component sets the title instead. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    change({ page: title })
    return () => change({ page: undefined })
  }, [title])
}
