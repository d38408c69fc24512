import type { Account, Provider, ProviderTemplate } from '@posthorn/provider'
import { refuse } from '../numbers/line.ts'

/** As many as a name has languages, and names that contain it. */
const size = 50

/** The templates of a name, one for each of its languages. */
export async function findByName(provider: Provider, account: Account, name: string): Promise<ProviderTemplate[]> {
  const page = await provider.listTemplates(account, { name, size })
  if (!page.ok) refuse(page.error)
  return page.templates.filter((template) => template.name === name)
}
