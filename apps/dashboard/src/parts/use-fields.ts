import { useState } from 'react'

type Change = { currentTarget: { value: string } }

/** A form's texts by API name, and the props that bind a field to one. */
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
