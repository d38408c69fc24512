import { useNavigate, useSearch } from '@tanstack/react-router'

/** Returns a search parameter from the URL, and a function that changes it and keeps the other parameters. */
export function useSearchText(name: 'open' | 'q' | 'status'): [string | undefined, (text: string | undefined) => void] {
  const search: Partial<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const text = search[name]
  const change = (next: string | undefined) => {
    const isOpening = name === 'open' && next !== undefined && text === undefined
    // Opening adds a history entry, so that Back closes what was opened. Typing in a filter adds none.
    void navigate({ to: '.', search: (known) => ({ ...known, [name]: next || undefined }), replace: !isOpening })
  }
  return [typeof text === 'string' ? text : undefined, change]
}
