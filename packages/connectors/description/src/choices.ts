import { ApiError, type Posthorn } from '@posthorn/sdk'
import type { ListName } from './description/index.ts'

type Choice = { label: string; value: string }

const choicesMax = 500

/** Returns up to 500 choices for a list from the workspace. The list of templates covers all numbers. */
export function choicesOf(client: Posthorn, list: ListName): Promise<Choice[]> {
  switch (list) {
    case 'channels':
      return choicesFrom(client.channels.list({}), ({ id, name }) => ({ value: id, label: name }))
    case 'groups':
      return choicesFrom(client.groups.list({}), ({ id, name }) => ({ value: id, label: name ?? id }))
    case 'labels':
      return choicesFrom(client.labels.list({}), ({ id, name }) => ({ value: id, label: name }))
    case 'members':
      return choicesFrom(client.team.list({}), ({ id, name, email }) => ({ value: id, label: name ?? email ?? id }))
    case 'numbers':
      // A number that was connected again is listed twice.
      return choicesFrom(client.numbers.list({}), ({ id, name, phone, status }) =>
        status === 'disconnected' ? undefined : { value: id, label: phone ? `${name} (${phone})` : name },
      )
    case 'segments':
      return choicesFrom(client.segments.list({}), ({ id, name }) => ({ value: id, label: name }))
    case 'templates':
      return templatesOf(client)
  }
}

/** Returns the choices of a list, up to the maximum, because people choose from them in a menu. An item without one is left out. */
async function choicesFrom<T>(list: AsyncIterable<T>, choiceOf: (item: T) => Choice | undefined): Promise<Choice[]> {
  const choices: Choice[] = []
  for await (const item of list) {
    const choice = choiceOf(item)
    if (choice !== undefined && choices.push(choice) >= choicesMax) break
  }
  return choices
}

/**
 * Returns the templates of all numbers, each name once with its languages, because the numbers of an account have the same templates. Leaves
 * out a number whose templates can't be read, such as one with an expired token, unless there are no others.
 */
async function templatesOf(client: Posthorn): Promise<Choice[]> {
  const read = new Set<string>()
  const found = new Map<string, Set<string>>()
  let fault: ApiError | undefined
  for await (const { id, businessAccountId } of client.numbers.list({})) {
    if (businessAccountId && read.has(businessAccountId)) continue
    try {
      for await (const { name, language } of client.templates.list({ id }))
        found.set(name, (found.get(name) ?? new Set<string>()).add(language))
      if (businessAccountId) read.add(businessAccountId)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      fault = error
    }
  }
  if (fault !== undefined && found.size === 0) throw fault
  const choices = [...found].map(([value, languages]) => ({ value, label: `${value} (${[...languages].join(', ')})` }))
  return choices.slice(0, choicesMax)
}
