import { findSecretFaults, type StoredSecrets } from '@posthorn/chassis'
import { serviceNames } from '@posthorn/contracts'
import { StartError } from '../start-error.ts'
import type { Cell, Schema } from './cell.ts'
import { listMovedTables } from './tables.ts'

/**
 * Compares two cells before anything is changed.
 *
 * @throws StartError when they have not the same release, or the second could not open what the first has sealed.
 */
export async function checkCells(source: Cell, target: Cell): Promise<void> {
  for (const service of serviceNames) {
    const [from, to] = [source.schemas[service], target.schemas[service]]
    await listMovedTables(from)
    if ((await migrationsOf(from)) !== (await migrationsOf(to)))
      throw new StartError(`${service}: the cells have not the same release`)
    const secrets = [await secretsOf(from, source), await secretsOf(to, target)] as const
    const [fault] = findSecretFaults(...secrets)
    if (fault) throw new StartError(`${service}: ${fault}`)
  }
}

async function migrationsOf({ rows }: Schema): Promise<string> {
  const found = await rows<{ name: string }>('select name from migration order by name')
  return found.map(({ name }) => name).join(' ')
}

async function secretsOf({ rows }: Schema, { masterKeys }: Cell): Promise<StoredSecrets> {
  const known = await rows<{ version: string; check: string }>('select version, check_value as check from master_key')
  const [root] = await rows<{ sealed: string }>('select sealed from derivation_root')
  return { masterKeys, known, root: root?.sealed ?? '' }
}
