import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { isMissingPart } from './missing-part.ts'
import { Problem } from './problem.tsx'

/** A part of the page that is loaded later, and without which the rest is still of use. */
export function Part({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={Missing}>
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  )
}

const Missing = ({ error }: { error: unknown }) => (isMissingPart(error) ? null : <Problem error={error} />)
