import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadDeskWords } from '../words/load.ts'
import { isMissingPart, Problem } from './problem.tsx'

/** Content that loads later, without blocking the page. If it fails, the rest of the page stays. */
export function Part({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={Missing}>
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  )
}

/** Returns a component that loads later, together with the UI strings for all screens except the inbox. */
export const lazyWithDeskWords = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    const [component] = await Promise.all([load(), loadDeskWords()])
    return { default: component }
  })

/** Shows nothing in place of a part that couldn't be loaded, because the page reloads to get it. */
const Missing = ({ error }: { error: unknown }) => (isMissingPart(error) ? null : <Problem error={error} />)
