import { contacts, type Id } from '@posthorn/contracts'
import { Command } from 'commander'
import type { Env } from '../api/access.ts'
import type { Api } from '../api/client.ts'
import { CommandError } from '../api/refusal.ts'
import { waitUntilEnded } from '../api/wait.ts'
import { confirm } from '../terminal/confirm.ts'
import { printOne } from '../terminal/output.ts'
import { showProgress } from '../terminal/progress.ts'
import { type ApiOptions, apiOf, withApi, withYes } from './options.ts'

type Options = ApiOptions & { yes: boolean; wait: boolean }

export function eraseCommand(env: Env): Command {
  const command = new Command('erase')
    .argument('<contact>', 'id of the contact, or its phone number')
    .description('erase a person everywhere (the key needs the scope erase)')
  return withYes(withApi(command))
    .option('--no-wait', 'do not wait until every service has erased the person')
    .action(async (contact: string, options: Options) => {
      const api = apiOf(options, env)
      const id = await contactOf(api, contact)
      await confirm(`All data about ${contact} will be erased. This cannot be undone.`, options)
      const { erasure, ...facts } = await api.call(contacts.contacts.erase, { id, confirm: contact })
      if (!options.wait) return printOne({ ...facts, erasure }, options)
      const progress = showProgress(options)
      const ended = await waitUntilEnded(() => api.call(contacts.erasures.get, { id: erasure }), {
        hasEnded: ({ status }) => status === 'finished',
        onRead: ({ services }) => {
          const finished = services.filter(({ status }) => status === 'finished').length
          progress.draw(finished / services.length, `${finished} of ${services.length} services`)
        },
      }).finally(() => progress.end())
      const { status, requestedAt, completedAt, agedOutAt } = ended
      printOne(options.json ? ended : { erasure, contact: id, status, requestedAt, completedAt, agedOutAt }, options)
    })
}

async function contactOf(api: Api, contact: string): Promise<Id<'con'>> {
  if (contact.startsWith('con_')) return contact as Id<'con'>
  const [found] = await api.list(contacts.contacts.list, { phone: contact }, 1)
  if (found === undefined) throw new CommandError(`no contact has the phone ${contact}`)
  return found.id as Id<'con'>
}
