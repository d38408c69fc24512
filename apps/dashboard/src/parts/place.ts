import { useNavigate, useParams } from '@tanstack/react-router'

/** Returns a function that opens a page of the workspace by its path, such as `numbers/num_1`. */
export function useOpenPlace(): (path: string) => void {
  const navigate = useNavigate()
  const { ws = '' } = useParams({ strict: false })
  return (path) => void navigate({ href: `/${ws}/${path}` })
}
