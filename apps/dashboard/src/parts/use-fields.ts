import { useState } from 'react'

type Change = { currentTarget: { value: string } }

/** The texts of a form by the names that the API has for them, and what binds a field to one of them. */
export function useFields<N extends string>(initial: Record<N, string>, isReadOnly = false) {
  const [fields, setFields] = useState(initial)
  const bind = (name: N) => ({
    name,
    value: fields[name],
    readOnly: isReadOnly,
    onChange: (event: Change) => {
      const { value } = event.currentTarget
      setFields((known) => ({ ...known, [name]: value }))
    },
  })
  return { fields, bind, clear: () => setFields(initial) }
}
