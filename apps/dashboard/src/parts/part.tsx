import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { isMissingPart } from './missing-part.ts'
import { Problem } from './problem.tsx'

/** A part that loads later, without blocking the page. */
export function Part({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={Missing}>
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  )
}

const Missing = ({ error }: { error: unknown }) => (isMissingPart(error) ? null : <Problem error={error} />)
