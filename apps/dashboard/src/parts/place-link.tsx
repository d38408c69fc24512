import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = {
  /** Path in the workspace, such as `numbers/num_1`. */
  to: string
  search?: Record<string, string | undefined>
  className?: string | undefined
  onFollow?: (() => void) | undefined
  children: ReactNode
}

/** A link to a page of the workspace. */
export function PlaceLink({ to, search = {}, className, onFollow, children }: Props) {
  const { ws = '' } = useParams({ strict: false })
  return (
    <Link
      to={`/${ws}/${to}` as '/'}
      search={search}
      className={className}
      onClick={onFollow}
      activeOptions={{ exact: true, includeSearch: false }}
    >
      {children}
    </Link>
  )
}
