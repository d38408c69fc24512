import { useEffect } from 'react'
import { say } from '../words/say.ts'

/** Names the tab of the browser after what it shows; undefined: something within it has the name. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    document.title = `${title} · ${say('app.name')}`
    return () => {
      document.title = say('app.name')
    }
  }, [title])
}
