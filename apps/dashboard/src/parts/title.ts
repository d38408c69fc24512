import { useEffect } from 'react'
import { say } from '../words/say.ts'

/** Sets the title of the browser tab. With undefined, a nested component sets it. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    document.title = `${title} · ${say('app.name')}`
    return () => {
      document.title = say('app.name')
    }
  }, [title])
}
