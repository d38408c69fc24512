import { run } from '@posthorn/chassis'
import { contactsService } from './service.ts'

await run(contactsService, process.env)
