import { type InputPropertyMap, Property } from '@activepieces/pieces-framework'
import { choicesOf, type Field, type ListName } from '@posthorn/connectors'
import { clientOf, connection } from './connection.ts'

export function propertyOf(field: Field): InputPropertyMap[string] {
  const { label, help, required = false, kind, choices, list } = field
  const texts = { displayName: label, required, ...(help !== '' && { description: `${help}.` }) }
  if (list) {
    const several = { ...texts, ...choicesFrom(list) }
    return kind === 'texts' ? Property.MultiSelectDropdown(several) : Property.Dropdown(several)
  }
  switch (kind) {
    case 'text':
      return Property.ShortText(texts)
    case 'lines':
      return Property.LongText(texts)
    case 'number':
      return Property.Number(texts)
    case 'boolean':
      return Property.Checkbox(texts)
    case 'time':
      return Property.DateTime(texts)
    case 'choice':
      return Property.StaticDropdown({ ...texts, options: { options: (choices ?? []).map(choiceOf) } })
    case 'texts':
      return Property.Array(texts)
    case 'json':
      return Property.Json(texts)
    case 'bytes':
      return Property.File(texts)
  }
}

const choiceOf = (value: string) => ({ label: value, value })

function choicesFrom(list: ListName) {
  return {
    auth: connection,
    refreshers: [],
    options: async ({ auth }: { auth?: { props: { url: string; token: string } } }) => {
      if (auth === undefined) return { disabled: true, placeholder: 'Choose a connection first', options: [] }
      return { disabled: false, options: await choicesOf(clientOf(auth.props), list) }
    },
  }
}
