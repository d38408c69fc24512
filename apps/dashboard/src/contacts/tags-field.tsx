import { TagsInput } from '@mantine/core'
import type { Contact } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, useAction } from '../api/api.ts'
import { useMay, useWorkspaceId } from '../session/session.ts'
import { say } from '../words/words.ts'
import { recentTagsQuery } from './contacts.tsx'

/** `before`: the tags as shown, including changes that are still being saved. `next`: the tags that the person wants. */
type Change = { before: string[]; next: string[] }

/** Field for a contact's tags. Saves each change immediately, and suggests tags in use. */
export function TagsField({ contact: { id, tags } }: { contact: Contact }) {
  const workspace = useWorkspaceId()
  const may = useMay()
  const mayList = may('contacts.list')
  const [isAsked, setAsked] = useState(false)
  // The person's choice, until the server confirms it.
  const [wanted, setWanted] = useState<string[]>()
  const shown = wanted ?? tags
  const known = useQuery({ ...recentTagsQuery(workspace), enabled: isAsked && mayList }).data ?? []
  const change = useAction({
    run: async ({ before, next }: Change) => {
      const added = next.filter((tag) => !before.includes(tag))
      const removed = before.filter((tag) => !next.includes(tag))
      if (added.length > 0) await api.contacts.addTags({ id, tags: added })
      if (removed.length > 0) await api.contacts.removeTags({ id, tags: removed })
    },
    changes: [['contacts', workspace]],
    inOrder: `tags ${id}`,
  })
  const isReadOnly = !may('contacts.addTags')
  return (
    <TagsInput
      aria-label={say('contact.tags')}
      placeholder={isReadOnly ? '' : say('contact.tagAdd')}
      description={isReadOnly ? undefined : say('contact.tagsHelp')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={50}
      acceptValueOnBlur={false}
      readOnly={isReadOnly}
      data={known}
      value={shown}
      onFocus={() => setAsked(true)}
      onChange={(next) => {
        setWanted(next)
        change.mutate({ before: shown, next }, { onSettled: () => setWanted(undefined) })
      }}
    />
  )
}
