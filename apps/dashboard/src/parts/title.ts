import { useEffect } from 'react'
import { say } from '../words/words.ts'

/** Sets the title of the browser tab. If undefined, a nested component sets the title instead. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    document.title = `${title} · ${say('app.name')}`
    return () => {
      document.title = say('app.name')
    }
  }, [title])
}
