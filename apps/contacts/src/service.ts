import { defineService, type ServiceDefinition } from '@posthorn/chassis'
import { config } from './config.ts'
import { Contact } from './entities/contact.ts'
import { GoneContact } from './entities/gone-contact.ts'
import { Identity } from './entities/identity.ts'
import { Segment } from './entities/segment.ts'
import { contactFromMessage } from './events/contact.provider-message.ts'
import { migrations } from './migrations/index.ts'
import { router } from './router.ts'

/** The contacts service: people, and the identities they are known by. */
export const contactsService: ServiceDefinition<typeof config, object> = defineService({
  name: 'contacts',
  config,
  entities: [Contact, Identity, GoneContact, Segment],
  migrations,
  deps: async () => ({}),
  router,
  subscribers: [contactFromMessage],
  workers: [],
})
