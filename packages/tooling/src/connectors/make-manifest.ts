import type { Action, Trigger } from '@posthorn/connectors/description'
import type { Json } from './make-fields.ts'

/** Name of the module that calls any operation. */
export const universalModule = 'makeApiCall'

const own = { connection: 'posthorn' }

/** Returns the app's manifest, as Make's editor reads it. */
export function manifestOf(actions: readonly Action[], triggers: readonly Trigger[]): Json {
  return {
    fileVersion: 1,
    generalCodeFiles: {
      base: 'general/base.imljson',
      common: 'general/common.imljson',
      groups: 'general/groups.imljson',
      readme: 'README.md',
    },
    components: {
      connection: {
        posthorn: {
          label: 'Posthorn',
          connectionType: 'basic',
          codeFiles: files('connections/posthorn', ['communication', 'params']),
        },
      },
      webhook: Object.fromEntries(triggers.map(({ key, label }) => [key, webhookOf(key, label)])),
      module: {
        ...Object.fromEntries(triggers.map((each) => [each.key, triggerModule(each)])),
        ...Object.fromEntries(actions.map((each) => [each.key, actionModule(each)])),
        [universalModule]: universal,
      },
      rpc: { numbers: { label: 'Numbers', ...own, codeFiles: files('rpcs/numbers', ['communication']) } },
      function: {},
    },
    origins: [],
  }
}

function webhookOf(key: string, label: string): Json {
  const codeFiles = files(`webhooks/${key}`, ['communication', 'params', 'attach', 'detach'])
  return { label, webhookType: 'web', ...own, codeFiles }
}

function triggerModule({ key, label, help }: Trigger): Json {
  const codeFiles = files(`modules/${key}`, ['samples'])
  return { label, description: `${help}.`, moduleType: 'instant_trigger', webhook: key, codeFiles }
}

function actionModule({ key, label, help }: Action): Json {
  const codeFiles = files(`modules/${key}`, ['communication', 'mappableParams', 'samples'])
  return { label, description: `${help}.`, moduleType: 'action', actionCrud: 'create', ...own, codeFiles }
}

const universal: Json = {
  label: 'Make an API Call',
  description: 'Calls an operation that has no module.',
  moduleType: 'universal',
  ...own,
  codeFiles: files(`modules/${universalModule}`, ['communication', 'mappableParams']),
}

function files(folder: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${folder}/${name}.imljson`]))
}
