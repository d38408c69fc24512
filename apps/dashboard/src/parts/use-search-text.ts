import { useNavigate, useSearch } from '@tanstack/react-router'

/** A text of the URL, and a function that changes it and keeps the others. */
export function useSearchText(name: 'open' | 'q'): [string | undefined, (text: string | undefined) => void] {
  const search: Partial<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const text = search[name]
  const change = (next: string | undefined) => {
    const { [name]: _replaced, ...others } = search
    const isOpening = name === 'open' && next !== undefined && text === undefined
    // Back closes what was opened; typing in a filter adds no history entries.
    void navigate({ to: '.', search: { ...others, ...(next ? { [name]: next } : {}) } as never, replace: !isOpening })
  }
  return [typeof text === 'string' ? text : undefined, change]
}
