import { Posthorn } from '@posthorn/connectors'
import type { Bundle } from './platform.ts'

/** Returns a client for the connection of a bundle. */
export function clientOf({ authData: { url, token } }: Bundle): Posthorn {
  return new Posthorn({ url: url.trim(), token })
}

/** Connections: the address of the installation and a key, tested by reading the workspace of the key. */
export const authentication = {
  type: 'custom',
  fields: [
    {
      key: 'url',
      label: 'Address',
      type: 'string',
      required: true,
      helpText: 'The address of your Posthorn installation, such as https://messages.example.com.',
    },
    {
      key: 'token',
      label: 'API key',
      type: 'password',
      required: true,
      helpText: 'A key with the scopes read, send and manage. Triggers need manage.',
    },
  ],
  test: (_z: unknown, bundle: Bundle): Promise<object> => clientOf(bundle).me.get(),
  connectionLabel: '{{bundle.authData.url}}',
}
